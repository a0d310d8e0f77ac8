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

/// The number of the job that `sbatch --parsable` prints, as "17" or "17;cluster"; its errors go where ours go.
std::string job_of(const std::string& command) {
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (!pipe) throw Error("cannot run " + command);
    std::string text;
    char buffer[256];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, count);
    const int status = ::pclose(pipe);
    const std::string job = text.substr(0, text.find_first_not_of("0123456789"));
    if (status != 0 || job.empty())
        throw Error(fmt::format("sbatch refused the job, as it says above; the command was {}", command));
    return job;
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
    const std::string array = job_of("sbatch --parsable " + shell_word(directory.batch_script().string()));
    const std::string here = shell_word(std::filesystem::current_path().string());
    const std::string table =
        job_of(fmt::format("sbatch --parsable --job-name=talweg-table --dependency=afterany:{} --output={} --wrap {}",
                           array, shell_word((directory.path / "slurm-table.txt").string()),
                           shell_word("cd " + here + " && " + shell_line(options.collect))));
    return fmt::format("submitted as job {}; job {} makes {} when all runs have ended\n", array, table,
                       directory.csv().string());
}

}  // namespace talweg
