/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonRecord;
export interface JsonRecord {
  [name: string]: Json;
}

/** A deep copy as sent over the wire, without `undefined` and class instances. */
export function toJson(object: object): JsonRecord {
  const copy: JsonRecord = JSON.parse(JSON.stringify(object));
  return copy;
}
