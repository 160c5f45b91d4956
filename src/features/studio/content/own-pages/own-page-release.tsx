import { countText } from '#domain/basics/count-text.ts';
import { NoteList } from '../../releases/NoteList.tsx';
import { lazyNamed } from '../../kit/lazy-part.tsx';
import type { ChangesProps, ReleaseKind } from '../../releases/release-kind.ts';
import { ownPageDraftPlace, pageOrderPlace, redirectsPlace } from './own-page-place.ts';
import { redirectLines } from './redirect-lines.ts';

// Lazy: includes page rendering and Markdown, and few releases change pages.
const OwnPageChanges = lazyNamed(
  () => import('./OwnPageChanges.tsx'),
  (part) => part.OwnPageChanges,
);

function Changes({ report: { pages, redirects }, published }: ChangesProps) {
  return (
    <>
      {pages && <OwnPageChanges report={pages} isOpen={published !== null} />}
      <NoteList title="Redirects" lines={redirectLines(redirects)} />
    </>
  );
}

/** Whether a page of a draft gets another place. */
function isMoved({ seen, now }: { seen?: unknown; now: unknown }): boolean {
  const [before, after] = [Object(seen), Object(now)];
  return 'place' in before && 'place' in after && before.place !== after.place;
}

/** Own pages and redirects. */
export const ownPageRelease: ReleaseKind = {
  contents: ({ others }) =>
    ['page', 'redirect'].flatMap((kind) => {
      const count = others.filter((one) => one.startsWith(`${kind}/`)).length;
      return count > 0 ? [countText(count, kind)] : [];
    }),
  isIn: ({ pages, redirects }) =>
    [...(pages?.changed ?? []), ...(redirects?.changed ?? [])].length > 0,
  links({ id, changes }) {
    const isOrderOfPages = Object.values(changes.pages ?? {}).some(isMoved);
    return [
      ...Object.entries(changes.pages ?? {}).flatMap(([page, { now }]) => {
        const { title } = Object(now);
        return typeof title === 'string' ? { text: title, place: ownPageDraftPlace(id, page) } : [];
      }),
      ...(isOrderOfPages ? [{ text: 'Order of the pages', place: pageOrderPlace(id) }] : []),
      ...(changes.redirects ? [{ text: 'Redirects', place: redirectsPlace(id) }] : []),
    ];
  },
  Changes,
};
