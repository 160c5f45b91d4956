import type { QueryClient } from '@tanstack/react-query';
import type { Release } from '#domain/contracts/staff-releases.ts';
import { NoteList } from '../releases/NoteList.tsx';
import type { ChangesProps, EditLink, ReleaseKind } from '../releases/release-kind.ts';
import { categoriesQuery } from './categories-query.ts';
import { categoriesIn } from './category-draft.ts';
import { categoryDraftPlace } from './category-place.ts';
import { menuLines, orderLines } from './order-lines.ts';

/** Slugs of collections whose products are chosen by hand, in their form; none if they cannot be fetched. */
async function chosenByHand(client: QueryClient): Promise<readonly string[]> {
  const all = await client.ensureQueryData(categoriesQuery).catch(() => []);
  return all.filter(({ kind, rule }) => kind === 'collection' && !rule).map(({ slug }) => slug);
}

async function links({ id, changes }: Release, client: QueryClient): Promise<EditLink[]> {
  const orders = Object.keys(changes.order ?? {});
  const inForms = categoriesIn(changes);
  const byHand = orders.length > 0 ? await chosenByHand(client) : [];
  return [
    ...inForms.map((slug) => ({ text: slug, place: categoryDraftPlace(id, slug) })),
    ...orders
      .filter((slug) => !inForms.includes(slug))
      .map((slug) => ({
        text: `Order: ${slug}`,
        place: byHand.includes(slug)
          ? categoryDraftPlace(id, slug)
          : ({ at: 'catalogue', page: 'order', query: { category: slug, release: id } } as const),
      })),
    ...(changes.menu
      ? [
          {
            text: 'Order of the menu',
            place: { at: 'catalogue', page: 'categories', query: { release: id } } as const,
          },
        ]
      : []),
  ];
}

function Changes({ report: { order, menu } }: ChangesProps) {
  return (
    <>
      <NoteList title="Products and their order" lines={orderLines(order)} />
      <NoteList title="Order of the menu" lines={menuLines(menu)} />
    </>
  );
}

/** Categories, collections, the order of their products, and the menu. */
export const categoryRelease: ReleaseKind = {
  contents({ others }) {
    const named = (kind: string) => others.filter((one) => one.startsWith(`${kind}/`)).length;
    const count = named('category');
    return [
      ...(count > 0 ? [count === 1 ? '1 category' : `${count} categories`] : []),
      ...(named('order') > 0 ? ['order of products'] : []),
      ...(others.includes('menu') ? ['order of the menu'] : []),
    ];
  },
  isIn: ({ catalogue, order, menu }) =>
    [
      ...(order?.changed ?? []),
      ...(menu?.changed ?? []),
      ...(catalogue?.categories.added ?? []),
      ...(catalogue?.categories.changed ?? []),
      ...(catalogue?.categories.dropped ?? []),
    ].length > 0,
  links,
  Changes,
};
