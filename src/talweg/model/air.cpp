#include "talweg/model/air.hpp"

namespace talweg {

Positions Air::velocities(double time, const Positions& x) const {
    Positions w(x.size());
    for (int a = 0; a < 3; ++a) {
        const bool everywhere = !wind[a].depends_on_place();
        const double same = everywhere ? wind[a].at(time) : 0.0;
        for (std::size_t i = 0; i < x.size(); ++i) w[i][a] = everywhere ? same : wind[a].at(time, x[i]);
    }
    return w;
}

}  // namespace talweg
