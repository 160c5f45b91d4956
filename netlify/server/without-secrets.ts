/**
 * Replacements in whatever leaves the functions for a log, because services repeat parts of a request in their errors:
 * e-mail addresses, tokens and keys (`eyJ…`, `sk_live_…`, `whsec_…`, `sb_secret_…`, `re_…_…`), typed values and query
 * strings.
 */
const secrets: readonly [RegExp, string][] = [
  [/[^\s"'<>(]+@[^\s"'<>)]+\.[a-z]+/gi, '[address]'],
  [/\beyJ[\w-]+(\.[\w-]+)*/g, '[token]'],
  [/\b((sk|rk)_(live|test)|whsec|sb_secret)_[\w-]{8,}|\bre_[A-Za-z\d]+_[\w-]{8,}/g, '[key]'],
  // PostgreSQL quotes what was typed.
  [/(?<=invalid input [^:]*: ).*/g, '[value]'],
  [/(?<=\/[^\s"'?]*)\?(?=[^\s"']*=)[^\s"']*/g, '?[query]'],
];

/** A text without personal data that could be recognised, tokens and keys. */
export function withoutSecrets(text: string): string {
  return secrets.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text);
}
