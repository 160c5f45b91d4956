import { invalidRequest } from './api-error.ts';
import { SUPPORTED_CURRENCIES } from './currency.ts';
import type { FormValue } from './form-body.ts';
import type { Parameter } from './parameter.ts';

function plainText(value: FormValue, path: string): string {
  if (typeof value !== 'string') throw invalidRequest('Invalid string', { param: path });
  if (value !== '') return value;
  throw invalidRequest(
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a ` +
      `parameter; however '${path}' cannot be unset. You should remove '${path}' from your ` +
      `request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param: path },
  );
}

/** Text of 1 to `max` characters. */
export function text(max = 5000): Parameter<string> {
  return {
    read(value, path) {
      const read = plainText(value, path);
      if (read.length <= max) return read;
      throw invalidRequest(`Invalid string: must be at most ${max} characters`, { param: path });
    },
  };
}

function invalidInteger(message: string, param: string) {
  return invalidRequest(message, { code: 'parameter_invalid_integer', param });
}

/** A whole number within the bounds, both inclusive. Amounts are in minor units. */
export function integer(
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
): Parameter<number> {
  return {
    read(value, path) {
      const read = plainText(value, path);
      if (!/^-?\d+$/.test(read)) throw invalidInteger(`Invalid integer: ${read}`, path);
      const number = Number(read);
      if (number < min)
        throw invalidInteger(`This value must be greater than or equal to ${min}.`, path);
      if (number > max)
        throw invalidInteger(`This value must be less than or equal to ${max}.`, path);
      return number;
    },
  };
}

/** `true` or `false`. */
export const flag: Parameter<boolean> = {
  read(value, path) {
    const read = plainText(value, path);
    if (read === 'true' || read === 'false') return read === 'true';
    throw invalidRequest(`Invalid boolean: ${read}`, { param: path });
  },
};

/** A parameter that accepts a few fixed words. */
export function oneOf<const T extends string>(...words: readonly T[]): Parameter<T> {
  return {
    read(value, path) {
      const read = plainText(value, path);
      const found = words.find((word) => word === read);
      if (found !== undefined) return found;
      const choice = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
      throw invalidRequest(`Invalid ${path}: must be one of ${choice}`, { param: path });
    },
  };
}

/** A currency code in either case; reads to lower case. */
export const currency: Parameter<string> = {
  read(value, path) {
    const read = plainText(value, path).toLowerCase();
    if (SUPPORTED_CURRENCIES.includes(read)) return read;
    const known = SUPPORTED_CURRENCIES.join(', ');
    throw invalidRequest(
      `Invalid currency: ${read}. Stripe currently supports these currencies: ${known}`,
      { param: path },
    );
  },
};

/** An absolute http(s) URL, unchanged so that `{CHECKOUT_SESSION_ID}` survives. */
export const webAddress: Parameter<string> = {
  read(value, path) {
    const read = plainText(value, path);
    const url = URL.canParse(read) ? new URL(read) : null;
    if (url && /^https?:$/.test(url.protocol)) return read;
    throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: path });
  },
};

/** An e-mail address, loosely checked: one `@` and a dotted domain. */
export const emailAddress: Parameter<string> = {
  read(value, path) {
    const read = plainText(value, path);
    if (read.length <= 800 && isEmailAddress(read)) return read;
    throw invalidRequest(`Invalid email address: ${read}`, { code: 'email_invalid', param: path });
  },
};

/** Whether text looks like an e-mail address. */
export function isEmailAddress(written: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(written);
}

/**
 * Up to 50 pairs, with keys of up to 40 characters and values of up to 500
 * (docs.stripe.com/api/metadata). Pairs with an empty value are dropped; an empty string instead of
 * pairs means none.
 */
export const metadata: Parameter<Record<string, string>> = {
  read(value, path) {
    if (value === '') return {};
    if (typeof value === 'string') throw invalidRequest('Invalid object', { param: path });
    const pairs = Object.entries(value);
    if (pairs.length > 50) {
      throw invalidRequest(`Metadata can have at most 50 keys; you passed in ${pairs.length}.`, {
        param: path,
      });
    }
    return Object.fromEntries(
      pairs.map(([name, held]) => metadataPair(name, held, path)).filter(([, held]) => held !== ''),
    );
  },
};

function metadataPair(name: string, held: FormValue, path: string): [string, string] {
  if (name.length > 40) {
    throw invalidRequest(
      `Metadata keys can have up to 40 characters in length. Invalid key: ${name}`,
      { param: path },
    );
  }
  if (typeof held !== 'string' || held.length > 500) {
    const found = typeof held === 'string' ? `was of length ${held.length}` : 'is not a string';
    throw invalidRequest(
      `Metadata values must be strings with up to 500 characters in length. You passed in a value for ${name} that ${found}.`,
      { param: `${path}[${name}]` },
    );
  }
  return [name, held];
}
