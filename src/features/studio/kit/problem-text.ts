import { ApiError, messageOf } from '#api/http/api-error.ts';

/** Error text of a failed call, as sentences: from the server, its fields, or the network. */
export function problemText(error: unknown): string {
  const fields = error instanceof ApiError ? Object.values(error.fields).flat().join(' ') : '';
  const said = error instanceof ApiError ? (error.detail ?? (fields || error.message)) : '';
  const text = said || messageOf(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
