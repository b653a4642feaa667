"""MAT files as SciPy sees them, read by the rules of Dymola's trajectory files.

    scipy_test.py FOLDER [FILE]     the samples of scipy_test.sh, or the prefix that a killed run left in FILE
"""
import pathlib
import sys

import numpy
from scipy.io import loadmat

MATRICES = ["Aclass", "name", "description", "dataInfo", "data_1", "data_2"]


def texts(matrix):
    """One text per column (binTrans)."""
    return ["".join(letters).rstrip() for letters in zip(*matrix)]


def read(path):
    # By name: a kill may leave bytes behind data_2, and SciPy stops when it has all it was asked for.
    mat = loadmat(path, chars_as_strings=False, variable_names=MATRICES)
    assert ["".join(row).rstrip() for row in mat["Aclass"]] == ["Atrajectory", "1.1", "", "binTrans"], mat["Aclass"]
    names = texts(mat["name"])
    info = mat["dataInfo"]
    assert info.shape == (4, len(names)) and info.dtype.kind == "i", info
    assert list(info[:, 0]) == [0, 1, 0, -1] and names[0] == "time"
    columns = {}
    for name, (table, place, interpolation, _) in zip(names, info.T):
        assert interpolation == 0
        columns[name] = mat["data_1" if table == 1 else "data_2"][abs(place) - 1] * numpy.sign(place)
    return mat, names, columns


def value(row, column):
    """tests/results/samples.hpp, long_value."""
    mask = 2**64 - 1
    z = (row * 1000003 + column) * 0x9E3779B97F4A7C15 & mask
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
    z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
    return (z >> 11) / 2**52 - 1


def time(row):
    return 0.001 * (row - row // 10)


def check_rows(columns, width, rows):
    for k in rows:
        assert columns["time"][k] == time(k), k
        for i in range(width):
            assert columns[f"x[{i}]"][k] == value(k, i), (k, i)


def main():
    folder = pathlib.Path(sys.argv[1])
    if len(sys.argv) > 2:
        path = folder / sys.argv[2]
        if not path.exists() or path.stat().st_size == 0:
            print("killed before it began")
            return
        _, names, columns = read(path)
        rows = columns["time"].size
        assert len(names) == 22
        check_rows(columns, 20, list(range(0, rows, 997)) + ([rows - 1] if rows else []))
        print(f"{rows} rows")
        return

    mat, names, columns = read(folder / "whole.mat")
    assert names == ["time", "x[0]", "x[1]", "x[2]", "p"], names
    assert texts(mat["description"]) == ["[s]", "[m]", "", "", ""]
    assert mat["data_2"].shape == (4, 1000) and mat["data_2"].dtype == numpy.float64
    check_rows(columns, 3, range(1000))
    assert mat["data_1"].shape == (2, 2)
    assert list(mat["data_1"][0]) == [0, time(999)], mat["data_1"]  # where time begins and ends
    assert list(columns["p"]) == [2.5, 2.5]

    _, names, columns = read(folder / "time_only.mat")
    assert names == ["time", "p"] and columns["time"].size == 10
    print("whole files: as Dymola lays them out")


main()
