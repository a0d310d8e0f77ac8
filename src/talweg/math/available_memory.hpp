/// How much memory this process may still take, and a refusal, in words, before more is asked for.
#pragma once
#include <string>

namespace talweg {

/// Bytes that the machine and the control group have left; infinite where neither can be read.
double available_memory();
/// Throws Error "<what> takes 3.2 GB, 1.1 GB are free; <remedy>" when `bytes` are more than there are.
void refuse_memory(double bytes, const std::string& what, const std::string& remedy);

}  // namespace talweg
