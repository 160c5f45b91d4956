interface Page<Item> {
  data: Item[];
  has_more: boolean;
}

interface Asked {
  created: { gte: number; lt?: number };
  limit: number;
  starting_after?: string;
}

/** Stripe's largest page. */
const pageSize = 100;

/**
 * Reads a list of Stripe, which comes newest first, from a moment on in spans of time, oldest first: so that a reader
 * that is interrupted goes on from the end of the last span. No clock but Stripe's is used.
 * @param list reads a page.
 * @param since Unix seconds, inclusive.
 * @yields the items of each span, and the Unix second before which all items are known; null at the end of the list.
 */
export async function* spansOf<Item extends { id: string; created: number }>(
  list: (asked: Asked) => Promise<Page<Item>>,
  since: number,
): AsyncGenerator<{ items: Item[]; until: number | null }> {
  let from = since;
  let size = Infinity;
  for (;;) {
    const created = Number.isFinite(size) ? { gte: from, lt: from + size } : { gte: from };
    let page = await list({ created, limit: pageSize });
    const newest = page.data[0]?.created ?? from;
    if (page.has_more && size > 1) {
      size = Math.max(1, Math.floor(Math.min(size, newest + 1 - from) / 2));
      continue;
    }
    const items = page.data;
    // Only within a single second.
    while (page.has_more) {
      const last = items.at(-1);
      if (!last) break;
      page = await list({ created, limit: pageSize, starting_after: last.id });
      items.push(...page.data);
    }
    const isEnd = !Number.isFinite(size);
    yield { items, until: isEnd ? null : from + size };
    if (isEnd) return;
    from += size;
    // After a quiet span, looks at all that is left.
    size = items.length === 0 ? Infinity : size * 2;
  }
}
