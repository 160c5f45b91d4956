import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { type Release, undoRelease } from '#domain/contracts/staff-releases.ts';
import { Failure } from '../kit/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { useReleaseKinds } from './release-kind.ts';
import { ReportView } from './ReportView.tsx';
import { goTo } from '../kit/use-place.ts';
import { previewQuery } from './release-queries.ts';
import { PublishingProgress } from './PublishingProgress.tsx';
import { ReleaseBlockers } from './ReleaseBlockers.tsx';
import { releasePlace } from './release-place.ts';
import { refusalOf } from './release-texts.ts';
import { useReleaseAction } from './use-release-action.ts';

/** Preview of undoing a release, and its button. */
function Undo({ release, onLeave }: { release: Release; onLeave: () => void }) {
  const preview = useQuery(previewQuery(release.id, release.version, 'preview_undo'));
  const [undo] = useState(() => crypto.randomUUID());
  const [opened] = useState(() => serverNow());
  const action = useReleaseAction();
  const { data } = preview;
  const kinds = useReleaseKinds();
  const blockers = data ? kinds.flatMap((kind) => kind.blockers?.(data) ?? []) : [];

  async function undoIt(fingerprint: string): Promise<void> {
    const done = await action.run(() =>
      asStaff(undoRelease, { release: release.id, undo, fingerprint }),
    );
    if (done) goTo(releasePlace(undo));
  }

  return (
    <section className="release-undo" aria-labelledby="release-undo">
      <h2 id="release-undo" className="studio-subheading">
        Effect of undoing it
      </h2>
      <p className="studio-soft">
        Stock and later changes stay as they are; the latter are listed below.
      </p>
      <Failure of={action.problem} />
      <Awaited query={preview} textOf={refusalOf} />
      {data && (
        <>
          <ReleaseBlockers blockers={blockers} />
          <div className="release-verbs">
            {kinds.some(({ isIn }) => isIn(data.report)) && (
              <Button
                look="main"
                busy={action.isBusy}
                disabled={blockers.length > 0}
                onClick={() => void undoIt(data.fingerprint)}
              >
                Undo now
              </Button>
            )}
            <Button onClick={onLeave}>Cancel</Button>
          </div>
          <ReportView report={data.report} changes={{}} published={opened} />
        </>
      )}
    </section>
  );
}

/** A published release: its changes, and its undoing. */
export function PublishedRelease({ release }: { release: Release }) {
  const [undoing, setUndoing] = useState(false);
  return (
    <>
      {release.published_at !== null && (
        <PublishingProgress id={release.id} publishedAt={release.published_at} />
      )}
      {release.undone_by === null && !undoing && (
        <div className="release-verbs">
          <Button onClick={() => setUndoing(true)}>Undo…</Button>
        </div>
      )}
      {release.undone_by === null && undoing && (
        <Undo release={release} onLeave={() => setUndoing(false)} />
      )}
      {release.report && !undoing && (
        <>
          <h2 className="studio-subheading release-heading">What it did</h2>
          <ReportView report={release.report} changes={release.changes} published={null} />
        </>
      )}
    </>
  );
}
