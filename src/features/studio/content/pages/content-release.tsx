import { passageFaults } from '#domain/launch-check/required-passages.ts';
import { claimsWarning } from '../../releases/claims-warning.ts';
import type { ChangesProps, ReleaseKind } from '../../releases/release-kind.ts';
import { lazyNamed } from '../../kit/lazy-part.tsx';
import { contentPages } from './content-pages.ts';
import { pageDraftPlace } from './page-place.ts';

// Lazy: includes page rendering and Markdown, and few releases change pages.
const ContentChanges = lazyNamed(
  () => import('./ContentChanges.tsx'),
  (part) => part.ContentChanges,
);

function Changes({ report: { content }, published }: ChangesProps) {
  return content && <ContentChanges report={content} isOpen={published !== null} />;
}

/** Content of the shop's pages. */
export const contentRelease: ReleaseKind = {
  contents: ({ others }) =>
    contentPages
      .filter(({ keys }) => keys.some((key) => others.includes(`content/${key}`)))
      .map(({ title }) => title),
  isIn: ({ content }) => (content?.changed ?? []).length > 0,
  links({ id, changes }) {
    const changed = Object.keys(changes.content ?? {});
    return contentPages
      .filter(({ keys }) => keys.some((key) => changed.includes(key)))
      .map(({ page, title }) => ({ text: title, place: pageDraftPlace(page, id) }));
  },
  warnings: ({ report: { content, dead_links = [] } }) => [
    ...(content?.changed ?? []).flatMap(({ key, now }) =>
      claimsWarning(`The page ${key}`, JSON.stringify(now)),
    ),
    ...dead_links.map(({ at, to, mailing }) => ({
      key: `link ${mailing ?? at} ${to}`,
      text: `${mailing === undefined ? `The page ${at}` : `The scheduled mailing “${at}”`}: the shop will have no page at ${to}, to which it links.`,
    })),
  ],
  blockers: ({ report: { content } }) => passageFaults(content?.changed ?? []),
  Changes,
};
