/// The Python module talweg: thin, everything it does is the library's.
#include <pybind11/pybind11.h>

#include "batch.hpp"
#include "model.hpp"
#include "picture.hpp"
#include "scene.hpp"
#include "simulation.hpp"
#include "sweep.hpp"
#include "talweg/math/error.hpp"
#include "talweg/version.hpp"
#include "words.hpp"

PYBIND11_MODULE(_talweg, module) {
    using namespace talweg::python;
    module.doc() = "Compiled part of talweg.";
    module.attr("__version__") = talweg::version;
    static const pybind11::handle error = pybind11::exception<talweg::Error>(module, "Error").release();
    error.attr("__doc__") = "What talweg has to say to a person: where, what is wrong, and what to do.";
    pybind11::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const talweg::Error& told) {
            PyErr_SetString(error.ptr(), in_python(told.what()).c_str());
        }
    });
    bind_scene(module);
    bind_model(module);
    bind_simulation(module);
    bind_batch(module);
    bind_sweep(module);
    bind_picture(module);
    // Users see one module, whatever it is compiled from.
    for (const char* name : {"Error", "Scene", "Model", "Body", "Simulation", "StepReport", "Batch"})
        module.attr(name).attr("__module__") = "talweg";
}
