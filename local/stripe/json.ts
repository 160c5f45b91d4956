/** What a JSON text can hold. */
export type Json = null | boolean | number | string | Json[] | JsonRecord;
export interface JsonRecord {
  [name: string]: Json;
}

/** The object as it would travel: a deep copy without `undefined` and class instances. */
export function toJson(object: object): JsonRecord {
  const copy: JsonRecord = JSON.parse(JSON.stringify(object));
  return copy;
}
