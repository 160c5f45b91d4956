/** A figure with its limit, marked `✗` if it exceeds it, and `×` its ratio to the other shop's. */
export function figureCell(
  value: number | undefined,
  limit: number | undefined,
  other?: number | undefined,
): string {
  if (value === undefined) return '–';
  const parts = [String(value)];
  if (limit !== undefined) parts.push(`≤ ${limit}`);
  if (limit !== undefined && value > limit) parts.push('✗');
  if (other !== undefined && other > 0) parts.push(`×${(value / other).toFixed(2)}`);
  return parts.join(' ');
}
