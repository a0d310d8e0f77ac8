#include "talweg/sweep/slurm.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "talweg/format/shell_words.hpp"
#include "talweg/math/error.hpp"

namespace talweg {

namespace {

std::string shell_line(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
    return line;
}

/// What a command prints; throws with it when the command fails.
std::string output_of(const std::string& command) {
    std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    if (!pipe) throw Error("cannot run " + command);
    std::string text;
    char buffer[256];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, count);
    const int status = ::pclose(pipe);
    while (text.ends_with('\n')) text.pop_back();
    if (status != 0) throw Error(fmt::format("sbatch refused the job: {}\nThe command was: {}", text, command));
    return text;
}

}  // namespace

std::string batch_script(const Study& study, const SweepDirectory& directory, const SlurmOptions& options) {
    const std::size_t tasks = std::min(study.size(), options.most_tasks);
    std::string script = "#!/bin/bash\n#SBATCH --job-name=talweg-sweep\n";
    script += fmt::format("#SBATCH --array=0-{}\n#SBATCH --cpus-per-task={}\n", tasks - 1, options.threads);
    script +=
        fmt::format("#SBATCH --output={}\n", (std::filesystem::absolute(directory.path) / "slurm-%a.txt").string());
    for (const std::string& option : options.extra) script += "#SBATCH " + option + "\n";
    script += fmt::format("cd {} || exit 1\n", shell_word(std::filesystem::current_path().string()));
    script += fmt::format("for ((run = SLURM_ARRAY_TASK_ID; run < {}; run += {})); do\n", study.size(), tasks);
    script += fmt::format("    {} --index \"$run\"\ndone\n", shell_line(options.command));
    return script;
}

bool has_sbatch() {
    const char* path = std::getenv("PATH");
    std::string rest = path ? path : "";
    for (std::size_t start = 0; start <= rest.size();) {
        const std::size_t end = std::min(rest.find(':', start), rest.size());
        if (::access((rest.substr(start, end - start) + "/sbatch").c_str(), X_OK) == 0) return true;
        start = end + 1;
    }
    return false;
}

std::string submit(const SweepDirectory& directory, const SlurmOptions& options) {
    const std::string array = output_of("sbatch --parsable " + shell_word(directory.batch_script().string()));
    const std::string id = array.substr(0, array.find(';'));
    const std::string table = output_of(
        fmt::format("sbatch --parsable --job-name=talweg-table --dependency=afterany:{} --output={} --wrap {}", id,
                    shell_word((directory.path / "slurm-table.txt").string()),
                    shell_word("cd " + shell_word(std::filesystem::current_path().string()) + " && " +
                               shell_line(options.collect))));
    return fmt::format("submitted as job {}; job {} makes {} when all runs have ended\n", id,
                       table.substr(0, table.find(';')), directory.csv().string());
}

}  // namespace talweg
