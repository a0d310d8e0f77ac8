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

/// Where a job's words go, quoted as scripts and sbatch read it; a percent sign in a name is not one of Slurm's.
std::string log_file(const SweepDirectory& directory, const char* name) {
    std::string folder;
    for (const char c : std::filesystem::absolute(directory.path).string())
        folder += c == '%' ? "%%" : std::string(1, c);
    return shell_word(folder + "/" + name);
}

/// Accounts, partitions and times are for every job of a sweep; what an array is, only for that.
bool is_for_arrays(const std::string& option) { return option.starts_with("--array") || option.starts_with("-a"); }

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
    script += fmt::format("#SBATCH --output={}\n", log_file(directory, "slurm-%a.txt"));
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
    std::string collect = fmt::format("sbatch --parsable --job-name=talweg-table --dependency=afterany:{} --output={}",
                                      array, log_file(directory, "slurm-table.txt"));
    for (const std::string& option : options.extra)
        if (!is_for_arrays(option)) collect += " " + shell_word(option);
    collect += " --wrap " + shell_word("cd " + here + " && " + shell_line(options.collect));
    std::string table;
    try {
        table = job_of(collect);
    } catch (const Error& error) {
        throw Error(
            fmt::format("{}\nthe runs are job {}; when they have ended, --table makes the table", error.what(), array));
    }
    return fmt::format("submitted as job {}; job {} makes {} when all runs have ended\n", array, table,
                       directory.csv().string());
}

}  // namespace talweg
