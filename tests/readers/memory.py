"""Files of 1 MB that a raw format's reader should not be able to choke on, made of its
samples: dense, endless, nested, full of different names.  Each is read by a process of
its own, whose memory must stay below 64 MB and whose processor time below a second.

    python3 tests/readers/memory.py PRICEPERF [LINES [FORMAT...]]

LINES of each sample are repeated, those with the most numbers for their length first;
without LINES one line of one sample a format.  Prints "ok" or "FAILED" for each format.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

SIZE, MOST_MB, MOST_SECONDS = 1 << 20, 64, 1.0
NUMBER, WORD = r"\d+(?:\.\d+)?", r"[A-Za-z_]{3,}"


def fill(head, unit, tail=""):
    room = max(SIZE - len(head) - len(tail), len(unit))
    return head + unit * (room // len(unit)) + tail


def squeezed(text):
    """The same with the shortest numbers and blanks."""
    return re.sub(r"([ \t])[ \t]+", r"\1", re.sub(NUMBER, "1", text))


def counted(head, line, place, tail=""):
    """The line again and again, with another number at a place of it each time."""
    start, end = place.start(), place.end()
    word = "" if place.group()[0].isdigit() else place.group()
    room, parts, k = SIZE - len(head) - len(tail), [], 0
    while room > 0:
        parts.append("%s%s%d%s" % (line[:start], word, k, line[end:]))
        room -= len(parts[-1])
        k += 1
    return head + "".join(parts) + tail


def density(line):
    return len(re.findall(NUMBER, line)) / len(line)


def of_lines(text, count):
    lines = text.splitlines(True)
    order = sorted(range(len(lines)), key=lambda i: -density(lines[i]))
    for i in sorted(order[:count]):
        head, line, tail = "".join(lines[:i]), lines[i], "".join(lines[i + 1:])
        yield "line %d" % (i + 1), fill(head, line, tail)
        yield "line %d, squeezed" % (i + 1), fill(head, squeezed(line), tail)
        for pattern in NUMBER, WORD:
            places = list(re.finditer(pattern, line))
            for place in {p.start(): p for p in places[:1] + places[-1:]}.values():
                yield "line %d, another %s" % (i + 1, place.group()), counted(
                    head, line, place, tail)
        last = list(re.finditer(r"\S+", line))
        if last:
            cut = last[-1].start()
            for unit in "1 ", "1", last[-1].group() + line[cut - 1:cut]:
                yield "line %d, endless" % (i + 1), fill(
                    head + line[:cut], unit or "1 ", line[last[-1].end():] + tail)


def lists_and_objects(node, path=()):
    if isinstance(node, list) and node:
        yield path
        for child in lists_and_objects(node[0], path + (0,)):
            yield child
    elif isinstance(node, dict):
        yield path
        for key in node:
            for child in lists_and_objects(node[key], path + (key,)):
                yield child


def compact(node):
    return json.dumps(node, separators=(",", ":"))


def of_json(text):
    """Every list with its first item again and again, every object with other keys."""
    start = min(i for i in (text.find("{"), text.find("["), len(text)) if i >= 0)
    try:
        tree, _ = json.JSONDecoder().raw_decode(text[start:])
    except ValueError:
        return
    for path in lists_and_objects(tree):
        copy = json.loads(json.dumps(tree))
        holder, node = None, copy
        for step in path:
            holder, node = node, node[step]
        if isinstance(node, list):
            unit, mark = compact(node[0]), ["\1"]
            text = (unit + ",") * (SIZE // (len(unit) + 1)) + unit
        else:
            key, value = next(iter(node.items()), ("a", 1))
            mark, text = {"\1": 0}, ",".join(
                '"%s%d":%s' % (key, k, compact(value))
                for k in range(SIZE // (len(key) + 8 + len(compact(value)))))
        if holder is None:
            copy = mark
        else:
            holder[path[-1]] = mark
        whole = compact(copy)
        for hole in '"\\u0001":0', '"\\u0001"':
            if hole in whole:
                yield "json %s" % "/".join(map(str, path)), whole.replace(hole, text, 1)
                break


def of_bytes(text):
    lines = text.splitlines(True)
    yield "again", fill("", text)
    yield "again, squeezed", fill("", squeezed(text))
    for unit in "\n", "1\n", "a=1\n", "1,", "|", "[", '{"a":', "<a>", "<a/>", "x":
        yield "then %r" % unit, fill("".join(lines[:2]), unit)
    yield "then lines of its own", fill(text, "1 a,1;\n")


def samples(folder):
    for path in sorted(glob.glob(folder + "/*")):
        if not path.endswith(".expected"):
            with open(path, encoding="latin-1", newline="") as f:
                yield os.path.basename(path), f.read()


def files(folder, count):
    chosen = samples(folder)
    if count == 0:
        chosen = [max(chosen, key=lambda sample: density(sample[1]))]
    for name, text in chosen:
        for made in of_lines(text, max(count, 1)), of_json(text), of_bytes(text):
            for what, whole in made:
                yield "%s, %s" % (name, what), whole[:SIZE]


def read(program, path, name):
    child = subprocess.Popen([program, "ingest", path, "--format", name, "--json"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    return status, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def try_format(program, name, count, folder):
    path, good, worst, runs = folder + "/x_clat.1.log", True, (0, ""), 0
    for what, text in files("tests/readers/" + name, count):
        with open(path, "w", encoding="latin-1", newline="") as f:
            f.write(text)
        del text
        status, megabytes, seconds = read(program, path, name)
        runs += 1
        worst = max(worst, (megabytes, what))
        if status & 127 or megabytes > MOST_MB or seconds > MOST_SECONDS:
            good = False
            print("%s: status %d, %.0f MB, %.2f s" % (what, status, megabytes, seconds))
    if count > 0:
        print("%s: %d files, at most %.0f MB: %s" % (name, runs, worst[0], worst[1]))
    print("%s memory of %s" % ("ok" if good else "FAILED", name), flush=True)


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
    names = sys.argv[3:] or [os.path.basename(f[:-1])
                             for f in sorted(glob.glob("tests/readers/*/"))]
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            try_format(program, name, count, folder)


main()
