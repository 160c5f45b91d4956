import { escapeHtml } from '../html/escape-html.ts';

/** Values for a template: texts, and lists for its repeated parts. */
export interface Values {
  readonly [slot: string]: string | readonly Values[];
}

/** The slots of a template whose text the compiler knows. */
type SlotsOf<Template extends string> = Template extends `${string}{{${infer Tag}}}${infer After}`
  ? Tag extends `#${infer Name}`
    ? After extends `${infer Part}{{/${Name}}}${infer Rest}`
      ? Readonly<Record<Name, readonly SlotsOf<Part>[]>> & SlotsOf<Rest>
      : never
    : Readonly<Record<Tag, string>> & SlotsOf<After>
  : unknown;

function fill(template: string, values: Values): string {
  const used = new Set<string>();
  const filled = template.replaceAll(
    /\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}|\{\{(\w+)\}\}/gs,
    (_, list: string | undefined, part: string | undefined, text: string | undefined) => {
      const slot = list ?? text ?? '';
      const value = values[slot];
      used.add(slot);
      if (part !== undefined && typeof value === 'object') {
        return value.map((item) => fill(part, item)).join('');
      }
      if (text !== undefined && typeof value === 'string') {
        return escapeHtml(value).replaceAll('\n', '<br>');
      }
      throw new Error(`The template's slot ${slot} is not filled.`);
    },
  );
  const unknown = Object.keys(values).filter((slot) => !used.has(slot));
  if (unknown.length > 0) throw new Error(`The template has no slot ${unknown.join(', ')}.`);
  return filled;
}

/**
 * A template's HTML with its slots filled: `{{name}}` by a text, escaped, its line breaks kept, and the
 * part from `{{#name}}` to `{{/name}}` once for each item of a list. Braces in a text are only text.
 * @throws Error if a slot is unfilled, or a value has no slot of its name.
 */
export function fillTemplate<Template extends string>(
  template: Template,
  values: Extract<SlotsOf<Template>, Values>,
): string {
  return fill(template, values);
}
