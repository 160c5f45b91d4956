import { isWebAddress, plainAddress } from '#domain/basics/plain-address.ts';

/** Environment variables as Netlify passes them to the shop; an empty one counts as not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The trimmed value of a variable; undefined if empty. */
export function valueOf(variables: Variables, name: string): string | undefined {
  return variables[name]?.trim() || undefined;
}

/** A URL without trailing slashes; undefined if missing or malformed. */
export function addressOf(variables: Variables, name: string): string | undefined {
  const value = valueOf(variables, name);
  return value && isWebAddress(value) ? plainAddress(value) : undefined;
}

/** The shop's public URL: SITE_URL, or Netlify's default. */
export function siteAddress(variables: Variables): string | undefined {
  return addressOf(variables, 'SITE_URL') ?? addressOf(variables, 'URL');
}
