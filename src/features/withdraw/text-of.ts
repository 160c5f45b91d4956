/** What was typed or chosen in a field, without blanks around it; '' without such a field. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
