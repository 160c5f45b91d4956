import type { KeptKind } from '../../releases/edits/kept-kind.ts';
import { TypedPage } from './typed-page.ts';

const labels: Readonly<Record<string, string>> = {
  slug: 'Address',
  title: 'Title',
  menu: 'In the menu',
  footer: 'In the footer',
  place: 'Place',
  entry: 'Entry of the journal, of',
  search_title: 'Title for search engines',
  search_description: 'Description for search engines',
  share_picture: 'Picture of shared links',
  blocks: 'Content',
  redirects: 'Redirect of the old address',
  removed: 'Removal',
  leadsTo: 'Its address then leads to',
};

const ofForm = new Set(['blocks', 'hasOwnSlug', 'redirects', 'removed', 'leadsTo']);

/** The form of a page that marketers make. */
export const ownPageKind: KeptKind<TypedPage> = {
  schema: TypedPage,
  subjects: ({ id }) => [`page/${id}`],
  title: ({ page }) => page.title.trim() || 'New page',
  fields: ({ page, blocks, hasOwnSlug, redirects, removed, leadsTo }) =>
    new Map<string, unknown>(
      Object.entries({
        ...page,
        // Ids are made by each tab.
        blocks: blocks.map(({ block }) => block),
        hasOwnSlug,
        redirects,
        removed,
        leadsTo,
      }),
    ),
  withFields(theirs, fields, mine) {
    const all = [...fields];
    const blocks = fields.get('blocks');
    return TypedPage.parse({
      ...theirs,
      ...Object.fromEntries(all.filter(([field]) => ofForm.has(field))),
      page: Object.fromEntries(all.filter(([field]) => !ofForm.has(field))),
      blocks: (Array.isArray(blocks) ? blocks : []).map((block, index) => ({
        id: mine.blocks[index]?.id ?? crypto.randomUUID(),
        block,
      })),
    });
  },
  label: (field) => labels[field] ?? field,
  keepers: new Map(),
};
