/// How much memory this process may still take, a refusal, in words, before more is asked for, and what becomes of what
/// it frees.
#pragma once
#include <string>

namespace talweg {

/// Bytes that the machine and the control group have left, and those that were freed and kept; infinite where neither
/// can be read.
double available_memory();
/// From now on what is freed stays with the process, for programs that do nothing but simulate: every step frees arrays
/// as long as the model and asks for them again, and the system clears each page that it hands out.
void keep_freed_memory();
/// Throws Error "<what> takes 3.2 GB, 1.1 GB are free; <remedy>" when `bytes` are more than there are.
void refuse_memory(double bytes, const std::string& what, const std::string& remedy);

}  // namespace talweg
