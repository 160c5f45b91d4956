/**
 * A slot of a template: `{{name}}` is a text that is filled in as the e-mail is sent; the part from
 * `{{#name}}` to `{{/name}}` is repeated for each item of a list (fill-template.ts).
 */
export function slot(name: string): string {
  return `{{${name}}}`;
}
