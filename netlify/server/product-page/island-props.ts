/** A value in Astro's notation for the props of an island, as far as JSON goes: https://docs.astro.build/en/reference/directives-reference/#client-directives */
type Encoded = [0, unknown?] | [1, Encoded[]];

function encode(value: unknown): Encoded {
  if (value === undefined) return [0];
  if (Array.isArray(value)) return [1, value.map(encode)];
  if (typeof value !== 'object' || value === null) return [0, value];
  return [0, encodeFields(value)];
}

function encodeFields(fields: object): Record<string, Encoded> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encode(value)]));
}

/** The `props` attribute of an `astro-island`. Values are JSON: no dates, maps or sets. */
export function islandProps(props: object): string {
  return JSON.stringify(encodeFields(props));
}
