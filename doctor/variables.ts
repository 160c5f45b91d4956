import { isWebAddress, plainAddress } from '#domain/plain-address.ts';

/** Environment variables as Netlify would give them to the shop; an empty one counts as not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The value of a variable without surrounding white space; undefined when it is empty. */
export function valueOf(variables: Variables, name: string): string | undefined {
  return variables[name]?.trim() || undefined;
}

/** An address without trailing slashes; undefined when it is missing or malformed. */
export function addressOf(variables: Variables, name: string): string | undefined {
  const value = valueOf(variables, name);
  return value && isWebAddress(value) ? plainAddress(value) : undefined;
}

/** The shop's public address: SITE_URL, else the one that Netlify gives. */
export function siteAddress(variables: Variables): string | undefined {
  return addressOf(variables, 'SITE_URL') ?? addressOf(variables, 'URL');
}
