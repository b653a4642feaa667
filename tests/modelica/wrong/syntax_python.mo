# A ball that falls
def ball(t, y):
    return [y[1], -9.81]
