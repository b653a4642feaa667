#pragma once
// results.hpp: runs as files: CSV, MAT, HDF5 and JSON, and back. Formats: docs/reference/formats.md.

#include <saltus/results/document.hpp>
#include <saltus/results/safe_file.hpp>
#include <saltus/results/table.hpp>
#include <saltus/results/writer.hpp>
