import { Suspense } from 'react';
import { Loading } from '#ui/islands/Loading.tsx';
import type { ReleaseChanges, ReleaseReport } from '#domain/wire/staff-releases.ts';
import { CatalogueChanges } from './CatalogueChanges.tsx';
import { NoteList } from './NoteList.tsx';
import { isEmptyReport, menuLines, orderLines, redirectLines } from './report-texts.ts';
import { lazyPart } from '../lazy-part.tsx';

// Lazy: includes page rendering and Markdown, and few releases change pages.
const ContentChanges = lazyPart(async () => {
  const loaded = await import('../ContentChanges.tsx');
  return { default: loaded.ContentChanges };
});

const OwnPageChanges = lazyPart(async () => {
  const loaded = await import('../own-pages/OwnPageChanges.tsx');
  return { default: loaded.OwnPageChanges };
});

interface Props {
  report: ReleaseReport;
  changes: ReleaseChanges;
  /** Publication time for previews, in ms since 1970; null for past releases. */
  published: number | null;
}

/** Changes of a release. */
export function ReportView({ report, changes, published }: Props) {
  const { catalogue, content, pages, redirects, order, menu } = report;
  return (
    <div className="release-report">
      {isEmptyReport(report) && <p>Nothing in the shop changes.</p>}
      {catalogue && (
        <CatalogueChanges report={catalogue} given={changes.catalogue} published={published} />
      )}
      {content && (
        <Suspense fallback={<Loading />}>
          <ContentChanges report={content} isOpen={published !== null} />
        </Suspense>
      )}
      {pages && (
        <Suspense fallback={<Loading />}>
          <OwnPageChanges report={pages} isOpen={published !== null} />
        </Suspense>
      )}
      <NoteList title="Redirects" lines={redirectLines(redirects)} />
      <NoteList title="Products and their order" lines={orderLines(order)} />
      <NoteList title="Order of the menu" lines={menuLines(menu)} />
    </div>
  );
}
