/// Ctrl-C and SIGTERM as a wish to stop after the current step. A second one of either kind ends the program at once,
/// as if nobody listened; a run directory stays resumable even then.
#pragma once

namespace talweg {

/// Starts to listen.
void listen_for_interruption();
bool interruption_wanted();

}  // namespace talweg
