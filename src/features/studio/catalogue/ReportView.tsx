import type { ReleaseChanges, ReleaseReport } from '#domain/wire/staff-releases.ts';
import { ContentChanges } from '../ContentChanges.tsx';
import { CatalogueChanges } from './CatalogueChanges.tsx';
import { isEmptyReport, orderLines } from './report-texts.ts';

interface Props {
  report: ReleaseReport;
  changes: ReleaseChanges;
  /** When it is published, in milliseconds since 1970; null where it is over, and nothing is drawn as it will look. */
  published: number | null;
}

/** What a release does, or has done. */
export function ReportView({ report, changes, published }: Props) {
  const { catalogue, content, order } = report;
  const ordered = orderLines(order);
  return (
    <div className="release-report">
      {isEmptyReport(report) && <p>Nothing in the shop changes.</p>}
      {catalogue && (
        <CatalogueChanges report={catalogue} given={changes.catalogue} published={published} />
      )}
      {content && <ContentChanges report={content} isOpen={published !== null} />}
      {ordered.length > 0 && (
        <section className="release-note">
          <h3>Order of products</h3>
          <ul>
            {ordered.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
