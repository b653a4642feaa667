"""The ball of main.cpp by SciPy: restart by hand at every terminal event."""
# [region:scipy]
import numpy as np
from scipy.integrate import solve_ivp

def fall(t, y): return [y[1], -9.81]
def floor(t, y): return y[0]
floor.terminal, floor.direction = True, -1

t, y = 0.0, [1.0, 0.0]
while t < 2:
    part = solve_ivp(fall, (t, 2), y, events=floor, rtol=1e-8, atol=1e-8)
    t, y = part.t[-1], part.y[:, -1]
    if part.status != 1:                # 1: a terminal event
        break
    print(f"{t:.6f}")
    y = [np.nextafter(0, 1), -0.8 * y[1]]   # not zero: the event would be found again at once
# [endregion:scipy]
