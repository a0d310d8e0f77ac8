/// Marks a function that must compile for the host and, under nvcc, for the device.
#pragma once

#ifdef __CUDACC__
#define TALWEG_FN __host__ __device__
#else
#define TALWEG_FN
#endif
