import type { KeptKind } from '../releases/edits/kept-kind.ts';
import { TypedCategory } from './typed-category.ts';

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  intro: 'Text under the heading',
  picture: 'Picture',
  focus: 'Part in view of the picture',
  tile: 'Tile',
  inMenu: 'In the menu',
  search: 'Search engines and sharing',
  archived: 'Archived',
  byRule: 'Chosen by a rule',
  rule: 'Rule',
  products: 'Products',
  moveTo: 'Its products move to',
};

/** The form of a category or collection. */
export const categoryKind: KeptKind<TypedCategory> = {
  schema: TypedCategory,
  subjects: ({ was }) => (was ? [`category/${was.slug}`, `order/${was.slug}`] : []),
  title: ({ name, kind }) => name.trim() || `New ${kind}`,
  fields: ({ form: _form, was: _was, kind: _kind, ...fields }) => new Map(Object.entries(fields)),
  withFields: (theirs, fields) => TypedCategory.parse({ ...theirs, ...Object.fromEntries(fields) }),
  label: (field) => labels[field] ?? field,
  keepers: new Map(),
};
