/// What a scene may say about methods that project instead of descending: how much work a step is, and how.
#pragma once
#include "talweg/projections/interface/liquid_rule.hpp"

namespace talweg {

struct ProjectionSettings {
    int iterations = 0;          // per substep; 0: the method's own number
    int substeps = 0;            // per step; 0: likewise
    double stiffness = 1.0;      // part of a correction that position_based makes at a time
    double stretch_limit = 0.0;  // of springs, times their rest length; 0: none
    double compliance = 0.0;     // of contact and limits under xpbd, m/N
    LiquidRule liquid = {};      // of position_based
};

}  // namespace talweg
