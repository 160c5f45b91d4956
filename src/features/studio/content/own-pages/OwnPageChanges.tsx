import '../../kit/without-eval.ts';
import './own-pages.css';
import { OwnPage } from '#domain/site-content/own-page.ts';
import type { ReleaseReport } from '#domain/contracts/staff-releases.ts';
import { FieldTable } from '../pages/FieldTable.tsx';
import { BeforeAndAfter } from '../../kit/shop-frame/BeforeAndAfter.tsx';
import { changedPageFields } from './own-page-fields.ts';
import { OwnPagePreview } from './OwnPagePreview.tsx';

type Report = NonNullable<ReleaseReport['pages']>;

/** A page of a report; null if there is none, or one of an older shape. */
function pageIn(value: unknown): OwnPage | null {
  return OwnPage.safeParse(value).data ?? null;
}

const noNames: ReadonlyMap<string, string> = new Map();

interface Props {
  report: Report;
  /** Whether to render pages as well: not for published releases. */
  isOpen: boolean;
}

/** Own pages that a release changes: previews, and fields before and after. */
export function OwnPageChanges({ report, isOpen }: Props) {
  return (
    <>
      {report.changed.map(({ id, was, now }) => {
        const [before, after] = [pageIn(was), pageIn(now)];
        const title = (after ?? before)?.title ?? 'Page';
        const verb = !before ? 'New page' : after ? 'Page' : 'Page removed';
        return (
          <section key={id} className="release-group" aria-label={`${verb}: ${title}`}>
            <h3>
              {verb}: {title}
            </h3>
            {isOpen && (
              <BeforeAndAfter was={before} now={after}>
                {(shown, when, choice) => (
                  <OwnPagePreview page={shown} title={`${shown.title}, ${when}`}>
                    {choice}
                  </OwnPagePreview>
                )}
              </BeforeAndAfter>
            )}
            <FieldTable
              caption={`${verb}: ${title}`}
              fields={changedPageFields(before, after)}
              names={noNames}
            />
          </section>
        );
      })}
      {report.conflicts.map(({ id, shop, file }) => {
        const [theirs, ours] = [pageIn(shop), pageIn(file)];
        const title = (ours ?? theirs)?.title ?? 'Page';
        return (
          <section key={id} className="release-group" aria-label={`${title}: not applied`}>
            <h3>{title}</h3>
            <p>Not applied, because the shop has changed it since:</p>
            <FieldTable
              caption={`${title}: not applied`}
              fields={changedPageFields(theirs, ours)}
              names={noNames}
              sides={['The shop', 'This release']}
            />
          </section>
        );
      })}
    </>
  );
}
