import { useQuery } from '@tanstack/react-query';
import type { Release } from '#domain/wire/staff-releases.ts';
import { categoriesQuery } from '../categories/categories-query.ts';
import { categoriesIn, isMove } from '../categories/category-draft.ts';
import { categoryDraftPlace } from '../categories/category-place.ts';
import { contentPages } from '../pages/content-pages.ts';
import { ownPageDraftPlace, pageOrderPlace, redirectsPlace } from '../own-pages/own-page-place.ts';
import { pageDraftPlace } from '../pages/page-place.ts';
import type { AreaPlace } from '../place.ts';
import { linkTo } from '../use-place.ts';
import { productsIn } from './draft-parts.ts';
import { draftPlace } from './release-place.ts';

interface EditLink {
  text: string;
  place: AreaPlace;
}

/** Longest list of links; more products are edited in a spreadsheet. */
const MOST = 200;

function productLinks({ id, changes }: Release): EditLink[] {
  const { catalogue } = changes;
  if (!catalogue) return [];
  const { products = [] } = catalogue;
  const all = productsIn(catalogue);
  // Products that only leave an archived category are chosen in its form.
  const moved = new Set(
    categoriesIn(changes).flatMap((category) =>
      products.flatMap((item) => (isMove(item, category) ? [item.slug] : [])),
    ),
  );
  return all
    .filter((slug) => !moved.has(slug))
    .map((slug) => {
      const name = products.find((item) => item.slug === slug)?.['name'];
      return {
        text: typeof name === 'string' ? name : slug,
        place: draftPlace(id, all.length > 1 ? slug : undefined),
      };
    });
}

/** Whether a page of a draft gets another place. */
function isMoved({ seen, now }: { seen?: unknown; now: unknown }): boolean {
  const [before, after] = [Object(seen), Object(now)];
  return 'place' in before && 'place' in after && before.place !== after.place;
}

/** Links to the forms of everything in a draft; one link if it is one thing. */
export function EditLinks({ release }: { release: Release }) {
  const { id, changes } = release;
  const orders = Object.keys(changes.order ?? {});
  const categories = useQuery({ ...categoriesQuery, enabled: orders.length > 0 });
  const inForms = categoriesIn(changes);
  const isByHand = (slug: string) =>
    categories.data?.some((one) => one.slug === slug && one.kind === 'collection' && !one.rule);
  const keys = Object.keys(changes.content ?? {});
  const isOrderOfPages = Object.values(changes.pages ?? {}).some(isMoved);
  const links: EditLink[] = [
    ...productLinks(release),
    ...inForms.map((slug) => ({ text: slug, place: categoryDraftPlace(id, slug) })),
    ...orders
      .filter((slug) => !inForms.includes(slug))
      .map((slug) => ({
        text: `Order: ${slug}`,
        place: isByHand(slug)
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
    ...Object.entries(changes.pages ?? {}).flatMap(([page, { now }]) => {
      const { title } = Object(now);
      return typeof title === 'string' ? { text: title, place: ownPageDraftPlace(id, page) } : [];
    }),
    ...(isOrderOfPages ? [{ text: 'Order of the pages', place: pageOrderPlace(id) }] : []),
    ...(changes.redirects ? [{ text: 'Redirects', place: redirectsPlace(id) }] : []),
    ...contentPages
      .filter((one) => one.keys.some((key) => keys.includes(key)))
      .map(({ page, title }) => ({ text: title, place: pageDraftPlace(page, id) })),
  ];
  const [first] = links;
  if (!first) return null;
  if (links.length === 1)
    return (
      <a className="button-quiet" {...linkTo(first.place)}>
        Edit
      </a>
    );
  return (
    <details className="edit-links">
      <summary className="button-quiet">Edit …</summary>
      <ul>
        {links.slice(0, MOST).map(({ text, place }) => (
          <li key={text}>
            <a className="link" {...linkTo(place)}>
              {text}
            </a>
          </li>
        ))}
        {links.length > MOST && (
          <li>and {links.length - MOST} more: edit them in the spreadsheet.</li>
        )}
      </ul>
    </details>
  );
}
