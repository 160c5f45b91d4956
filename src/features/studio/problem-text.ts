import { ApiError, messageOf } from '#api/http/api-error.ts';

/** Why a call failed, in whole sentences: what the server said of it or of its fields, else that there is no network. */
export function problemText(error: unknown): string {
  const fields = error instanceof ApiError ? Object.values(error.fields).flat().join(' ') : '';
  const said = error instanceof ApiError ? (error.detail ?? (fields || error.message)) : '';
  const text = said || messageOf(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
