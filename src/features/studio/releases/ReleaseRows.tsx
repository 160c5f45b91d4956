import type { ReleaseRow } from '#domain/contracts/staff-releases.ts';
import { useReleaseKinds } from './release-kind.ts';
import { linkTo } from '../kit/use-place.ts';
import { releasePlace } from './release-place.ts';
import { releaseStory, stateNames } from './release-texts.ts';

/** Releases, each with its state, author and time. */
export function ReleaseRows({ rows }: { rows: readonly ReleaseRow[] }) {
  const kinds = useReleaseKinds();
  return (
    <ul className="release-list">
      {rows.map((row) => (
        <li key={row.id}>
          <a className="studio-number" {...linkTo(releasePlace(row.id))}>
            {row.title}
          </a>
          <span className="release-state" data-state={row.state}>
            {stateNames[row.state]}
            {row.undone_by !== null && ', undone'}
          </span>
          <span className="studio-soft">
            {[
              ...kinds.flatMap(({ contents }) => contents(row)),
              releaseStory(row),
              `from ${row.source}`,
            ].join(' · ')}
          </span>
          {row.failure !== null && <span className="message-error">{row.failure}</span>}
        </li>
      ))}
    </ul>
  );
}
