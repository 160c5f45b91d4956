import { isRecord } from '#domain/basics/record.ts';

/**
 * Whether a stored value has the shape of a present one, so that a form can show it; its texts may be invalid still. Items
 * of lists need the shape of any item.
 */
export function hasShapeOf<Value>(sample: Value, value: unknown): value is Value {
  if (Array.isArray(sample))
    return (
      Array.isArray(value) &&
      value.every((one) => sample.length === 0 || sample.some((item) => hasShapeOf(item, one)))
    );
  if (isRecord(sample))
    return (
      isRecord(value) &&
      Object.entries(sample).every(([field, one]) => hasShapeOf(one, value[field]))
    );
  // A moment, a day or nothing.
  if (sample === null || value === null) return value === null || typeof value === 'string';
  return typeof sample === typeof value;
}
