import type { ReleaseChanges, ReleaseReport } from '#domain/wire/staff-releases.ts';
import { CatalogueChanges } from './CatalogueChanges.tsx';
import { isEmptyReport, orderLines, pageText } from './report-texts.ts';

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
      {content && content.changed.length + content.conflicts.length > 0 && (
        <section className="release-group" aria-label="Pages">
          <h3>Pages</h3>
          {content.changed.length > 0 && (
            <table className="studio-table release-cells">
              <thead>
                <tr>
                  <th scope="col">What</th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {content.changed.map(({ key, was, now }) => (
                  <tr key={key}>
                    <th scope="row">{key}</th>
                    <td data-label="Before">{pageText(was)}</td>
                    <td data-label="After">{pageText(now)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {content.conflicts.map(({ key, shop }) => (
            <p key={key}>
              Not applied: the shop has changed {key}, too. It has {pageText(shop)}
            </p>
          ))}
        </section>
      )}
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
