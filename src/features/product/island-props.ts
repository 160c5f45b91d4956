import { isRecord } from '#domain/record.ts';

/**
 * Undoes what Astro does to an island's props: every value stands in a pair with its kind, of which
 * plain values and objects are 0 and lists 1.
 * @see https://github.com/withastro/astro/blob/main/packages/astro/src/runtime/server/serialize.ts
 */
function plain(pair: unknown): unknown {
  if (!Array.isArray(pair)) return undefined;
  const [kind, value]: unknown[] = pair;
  if (kind === 1 && Array.isArray(value)) return value.map(plain);
  return isRecord(value) ? plainRecord(value) : value;
}

function plainRecord(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, pair]) => [name, plain(pair)]));
}

/** The props that an island will get when React takes it over. */
export function islandProps(island: Element): Record<string, unknown> {
  const props: unknown = JSON.parse(island.getAttribute('props') ?? '{}');
  return isRecord(props) ? plainRecord(props) : {};
}
