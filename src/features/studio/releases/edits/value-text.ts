import { isRecord } from '#domain/basics/record.ts';

/** A field's value as text, for comparison. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'Removed';
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return 'Empty';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueText).join('\n');
  if (!isRecord(value)) return String(value);
  return Object.entries(value)
    .filter(([, one]) => one !== '' && one !== null)
    .map(([name, one]) => `${name}: ${valueText(one)}`)
    .join(', ');
}
