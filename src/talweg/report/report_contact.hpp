/// Forces of contact made small for the report page: blocks as in contact_block.hpp, one per frame, with forces on
/// points rounded to three digits, compressed.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "talweg/record/recorded_contact.hpp"

namespace talweg {

/// At the given frames; frames that are lacking touch nothing. Empty when no forces were recorded.
std::string pack_contact(const RecordedContact& contact, std::span<const std::uint64_t> chosen);

}  // namespace talweg
