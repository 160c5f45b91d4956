/** A decoded form: strings at the leaves, bracketed names as nested records. */
export type FormValue = string | FormRecord;
export interface FormRecord {
  [name: string]: FormValue;
}

/** Thrown for names that do not form a tree, such as `a=1&a[b]=2`. */
export class MalformedForm extends Error {}

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

function emptyRecord(): FormRecord {
  // No prototype, so that parameters named `__proto__` or `constructor` are harmless.
  return Object.create(null);
}

function pathOf(name: string): string[] {
  const match = NAME.exec(name);
  if (!match?.[1]) throw new MalformedForm(`Invalid parameter name: ${name}`);
  const inner = Array.from((match[2] ?? '').matchAll(/\[([^[\]]*)\]/g), (part) => part[1] ?? '');
  return [match[1], ...inner];
}

function put(record: FormRecord, path: readonly string[], text: string): void {
  const [head = '', ...rest] = path;
  // `list[]=a&list[]=b` appends, as with Stripe.
  const key = head === '' ? String(Object.keys(record).length) : head;
  const present = record[key];
  if (rest.length === 0) {
    if (typeof present === 'object') throw new MalformedForm(`Conflicting parameter: ${key}`);
    record[key] = text;
    return;
  }
  if (typeof present === 'string') throw new MalformedForm(`Conflicting parameter: ${key}`);
  const child = present ?? emptyRecord();
  record[key] = child;
  put(child, rest, text);
}

/**
 * Parses `application/x-www-form-urlencoded` text with bracket nesting, as sent by the Stripe SDK.
 * Lists (`a[0]=…`) become records with the indexes as names.
 * @throws MalformedForm when names conflict
 */
export function parseForm(text: string): FormRecord {
  const record = emptyRecord();
  for (const [name, value] of new URLSearchParams(text)) put(record, pathOf(name), value);
  return record;
}
