#include "interruption.hpp"

#include <signal.h>

namespace talweg {

namespace {

volatile sig_atomic_t wanted = 0;

void note(int number) {
    if (wanted != 0) {
        signal(number, SIG_DFL);
        raise(number);
    }
    wanted = 1;
}

}  // namespace

void listen_for_interruption() {
    struct sigaction action {};
    action.sa_handler = note;
    action.sa_flags = SA_RESTART | SA_NODEFER;  // no write to a result may be cut short by it
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interruption_wanted() { return wanted != 0; }

}  // namespace talweg
