/** Differing lines of a text, before and after. */
export interface ChangedLines {
  was: string;
  now: string;
}

/** Maximum lines compared one by one; longer changes are shown in full. */
const mostCompared = 1500;

/** Longest common subsequence lengths of all suffixes of two lists. */
function commonLengths(one: readonly string[], other: readonly string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () =>
    Array.from({ length: other.length + 1 }, () => 0),
  );
  for (let at = one.length - 1; at >= 0; at -= 1) {
    for (let to = other.length - 1; to >= 0; to -= 1) {
      const row = lengths[at] ?? [];
      const below = lengths[at + 1] ?? [];
      row[to] =
        one[at] === other[to]
          ? 1 + (below[to + 1] ?? 0)
          : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return lengths;
}

/** Differing lines of two texts, grouped by adjacency. */
export function changedLines(before: string, after: string): ChangedLines[] {
  const was = before.split('\n');
  const now = after.split('\n');
  if (Math.max(was.length, now.length) > mostCompared) return [{ was: before, now: after }];
  const lengths = commonLengths(was, now);
  const groups: ChangedLines[] = [];
  let [at, to] = [0, 0];
  while (at < was.length || to < now.length) {
    const gone: string[] = [];
    const come: string[] = [];
    while ((at < was.length || to < now.length) && (at >= was.length || was[at] !== now[to])) {
      const isGone = (lengths[at + 1]?.[to] ?? -1) >= (lengths[at]?.[to + 1] ?? -1);
      if (isGone) gone.push(was[at++] ?? '');
      else come.push(now[to++] ?? '');
    }
    const group = { was: gone.join('\n').trim(), now: come.join('\n').trim() };
    if (group.was !== group.now) groups.push(group);
    at += 1;
    to += 1;
  }
  return groups;
}
