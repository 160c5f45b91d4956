/**
 * A template slot: `{{name}}` is replaced by a text when the e-mail is sent; the part from `{{#name}}` to
 * `{{/name}}` is repeated for each item of a list (fill-template.ts).
 */
export function slot(name: string): string {
  return `{{${name}}}`;
}
