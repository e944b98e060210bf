"""Runs the same cases with RTAMT and with the monitor, and prints the ratios.

Needs RTAMT for Python (`pip install rtamt`, in an environment of its own). Run from the project's root:
    python bench-perf/rtamt/run.py
Processor seconds of both; RTAMT once per case, the monitor the least of five.
"""
import json
import subprocess
import time

import rtamt

CASES = [
    ("always[0:100](x > 0)", 10_000, "discrete"),
    ("eventually[0:1000](x > 0)", 10_000, "discrete"),
    ("eventually[0:10000](x > 0)", 10_000, "discrete"),
    ("(x > 0) until[0:500] (y > 0)", 1_000, "discrete"),
    ("always[0:100](x > 0)", 100_000, "discrete"),
    ("eventually[0:1000](x > 0)", 100_000, "discrete"),
    ("always[0:100](x > 0)", 10_000, "dense"),
    ("eventually[0:1000](x > 0)", 10_000, "dense"),
    ("(x > 0) until[0:500] (y > 0)", 10_000, "dense"),
]


def signal(n, seed):
    state, out = seed, []
    for _ in range(n):
        state = (state * 1103515245 + 12345) % 2147483648
        out.append(state / 2147483648 * 2 - 1)
    return out


def rtamt_seconds(formula, n, mode):
    discrete = mode == "discrete"
    spec = rtamt.StlDiscreteTimeSpecification() if discrete else rtamt.StlDenseTimeSpecification()
    spec.declare_var("x", "float")
    spec.declare_var("y", "float")
    spec.spec = formula
    spec.parse()
    x, y = signal(n, 1), signal(n, 2)
    if discrete:
        data = {"time": list(range(n)), "x": x, "y": y}
    else:
        data = [["x", [[i, v] for i, v in enumerate(x)]], ["y", [[i, v] for i, v in enumerate(y)]]]
    started = time.process_time()
    spec.evaluate(data) if discrete else spec.evaluate(*data)
    return time.process_time() - started


def main():
    wire = [{"formula": f.replace(":", ","), "n": n, "time": mode} for f, n, mode in CASES]
    ours = json.loads(
        subprocess.run(
            ["node", "--conditions=cloudbrain-src", "--import", "tsx", "bench-perf/rtamt/ours.ts", json.dumps(wire)],
            check=True, capture_output=True, text=True,
        ).stdout
    )
    print(f"{'formula':<32}{'n':>9} {'time':<9}{'RTAMT s':>11}{'ours s':>11}{'ratio':>10}")
    for (formula, n, mode), mine in zip(CASES, ours):
        try:
            theirs = rtamt_seconds(formula, n, mode)
            print(f"{formula:<32}{n:>9} {mode:<9}{theirs:>11.3f}{mine:>11.5f}{theirs / mine:>10.0f}", flush=True)
        except Exception as e:  # what RTAMT cannot do is said, not hidden
            print(f"{formula:<32}{n:>9} {mode:<9}  RTAMT failed: {type(e).__name__}: {e}", flush=True)


main()
