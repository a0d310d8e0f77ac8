/// What hangs together: the nodes that elements and mass connect, piece by piece, and whether anything holds them.
///
/// Contact connects nothing, and a loose point is a piece of its own. Over a piece that nothing holds all inner forces
/// cancel: what is left of its gradient is a push or a turn of the whole.
#pragma once
#include "talweg/model/model.hpp"

namespace talweg {

struct Pieces {
    struct Piece {
        double mass = 0.0;              // kg
        Axes held = 0;                  // along which a node, or an element that reaches a prescribed point, is held
        int body = -1;                  // that its first point belongs to
        std::vector<int> anchors = {};  // points without freedom that are part of it, or that its elements reach
    };
    std::vector<Piece> list;
    std::vector<int> of_node;   // every node's piece
    std::vector<int> of_point;  // every point's; −1: it follows no node

    explicit Pieces(const Model& model);
};

}  // namespace talweg
