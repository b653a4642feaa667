"""The problems of bench/run --quick: each kind of difficulty once."""

print(",".join([
    "bouncing_ball", "piecewise_damping", "rectifier_06", "rectifier_dae_06", "saw_tooth_periodic", "sliding_block",
    "switched_growth", "two_tanks", "two_tanks_dae", "clutch", "line_crossings_40", "many_decays_100",
    "disturbed_stiff_pair", "thermostats_10",
]))
