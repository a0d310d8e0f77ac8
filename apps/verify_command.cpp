/// talweg verify: the referee's certificate of a recorded run.
#include "command.hpp"
#include "say.hpp"
#include "talweg/verify/verify_run.hpp"

namespace talweg {

void add_verify_command(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "verify", "Examine every recorded frame and step of a run: intersections, inversions, jumps, energies");
    const auto directory = std::make_shared<std::string>();
    command->add_option("DIR", *directory, "Run directory, finished or still being written")->required();
    command->callback([directory, &action] {
        action = [directory] {
            const Certificate certificate = verify_run(*directory);
            say("{}", certificate.text());
            return certificate.passed() ? exit_ok : exit_refuted;
        };
    });
}

}  // namespace talweg
