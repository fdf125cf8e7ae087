"""Runs an engine on test vectors and counts its right, wrong and skipped answers by operation
and feature: python3 reader.py apply.json diff.json. To test another engine, change run."""
import collections, json, pathlib, sys

sys.setrecursionlimit(20000)  # some documents are deep
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "engines"))
import partial  # the engine


def run(test):
    """Returns a map with result, error or skipped. The test has op, schema, options and documents."""
    try:
        return partial.answer(test) if test["op"] == "apply" else {"skipped": "it only applies patches"}
    except Exception as why:  # Skip, or a mistake of the engine
        return {"skipped" if isinstance(why, partial.Skip) else "panic": repr(why)}


def size(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return sum(size(v) or 1 for v in inner)


def contains(value, names):
    return not names or isinstance(value, dict) and names[0] in value and contains(value[names[0]], names[1:])


def tidy(value, nulls):  # to compare values; in Python, True == 1
    if isinstance(value, dict):
        return {k: tidy(v, nulls) for k, v in value.items() if nulls or v is not None}
    if isinstance(value, list):
        return [tidy(v, nulls) for v in value]
    return (value,) if isinstance(value, bool) else value


def compare(got, test, nulls=True):
    if "error" in test:
        right = [got.get("error", {}).get(k) for k in ("kind", "path")] == [test["error"][k] for k in ("code", "path")]
    else:
        want = json.loads(test["resultText"]) if "resultText" in test else test["result"]
        right = "result" in got and tidy(got["result"], nulls) == tidy(want, True)
    return "skipped" if "skipped" in got else "right" if right else "wrong"


def judge(test):
    got = run(test)
    if "checks" not in test:
        return compare(got, test)
    patch = test["example"] if "skipped" in got else got.get("result")  # engines that only apply apply ours
    small = size(patch) <= test["maxSize"] and not any(contains(patch, names) for names in test["without"])
    verdicts = {compare(run({**check, "schema": test["schema"], "patch": patch}), check, nulls=False) for check in test["checks"]}
    return "wrong" if "wrong" in verdicts or not small else "right" if "right" in verdicts else "skipped"


counts = collections.Counter()
for file in sys.argv[1:]:
    for test in json.loads(pathlib.Path(file).read_text(encoding="utf-8"))["tests"]:
        verdict = judge(test)
        counts.update(f"{name}: {verdict}" for name in [test["op"], *test["features"]])
print(json.dumps(counts, indent=2, sort_keys=True))
