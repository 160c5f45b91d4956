/** An object with the result of `of` under each key. */
export function eachOf<Key extends string, Value>(
  keys: readonly Key[],
  of: (key: Key) => Value,
): Record<Key, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries does not keep the type
  // of the keys
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;
}
