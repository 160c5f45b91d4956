/** An object that has under each key what `of` makes of it. */
export function eachOf<Key extends string, Value>(
  keys: readonly Key[],
  of: (key: Key) => Value,
): Record<Key, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets which keys it was given
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;
}
