import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import type { Customer } from '#api/checkout.ts';
import { changeRelease, previewRelease, publishRelease } from '#api/staff/releases.ts';
import type { Release, ReleaseOptions, ReleasePreview } from '#domain/wire/staff-releases.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { Problem } from '../Problem.tsx';
import { goTo, linkTo } from '../use-place.ts';
import { previewQuery } from './catalogue-queries.ts';
import { isSheet } from './dropped-files.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { ReleaseBlockers } from './ReleaseBlockers.tsx';
import { ReleaseChoices } from './ReleaseChoices.tsx';
import { ReleaseWarnings } from './ReleaseWarnings.tsx';
import { productGroups } from './report-groups.ts';
import { isEmptyReport } from './report-texts.ts';
import { ReportView } from './ReportView.tsx';
import { refusalOf } from './release-texts.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { useReleaseAction } from './use-release-action.ts';
import { blockersOf, warningsOf } from './warnings.ts';

/**
 * Has a release allow what its warnings were about, once they have been ticked.
 * @returns the fingerprint of the same preview.
 */
async function allow(
  { id, title, source, changes, options, version }: Release,
  preview: ReleasePreview,
  customer: Customer,
): Promise<string> {
  const { price_jumps, mass_archive } = preview.guards;
  if (price_jumps.length === 0 && mass_archive === 0) return preview.fingerprint;
  const allowed: ReleaseOptions = {
    ...options,
    allow_price_jumps: options.allow_price_jumps || price_jumps.length > 0,
    allow_archiving: Math.max(options.allow_archiving, mass_archive),
  };
  await changeRelease(
    { do: 'save', release: id, title, source, changes, options: allowed, version },
    customer,
  );
  const again = await previewRelease({ do: 'preview', release: id }, customer);
  // What else has changed meanwhile is refused by the fingerprint that nobody has seen.
  const isSame = JSON.stringify(again.report) === JSON.stringify(preview.report);
  return isSame ? again.fingerprint : preview.fingerprint;
}

/** A draft, a scheduled release or one that has failed: what it would do, and what can be done with it. */
export function OpenRelease({ release }: { release: Release }) {
  const { id, title, source, changes, options, version, state } = release;
  const preview = useQuery(previewQuery(id, version, 'preview'));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<'minute' | 'title' | null>(null);
  const [archived, setArchived] = useState<readonly string[]>([]);
  const [opened] = useState(() => serverNow());
  const published = release.scheduled_for === null ? opened : Date.parse(release.scheduled_for);
  const action = useReleaseAction();
  const report = preview.data?.report;
  const warnings = useMemo(
    () =>
      report
        ? warningsOf(
            { report },
            report.catalogue ? productGroups(report.catalogue, changes.catalogue) : [],
          )
        : [],
    [report, changes],
  );

  if (preview.isError)
    return (
      <>
        <Problem text={refusalOf(preview.error)} onRetry={() => void preview.refetch()} />
        <div className="release-verbs">{discardButton()}</div>
      </>
    );
  if (!preview.data || !report)
    return (
      <>
        <output>Looking at what it would do …</output>
        <Loading />
      </>
    );

  const seen = preview.data;
  const blockers = blockersOf(seen);
  const isReady =
    !preview.isPlaceholderData &&
    blockers.length === 0 &&
    warnings.every(({ key }) => ticked.has(key)) &&
    !isEmptyReport(report);

  async function discard(): Promise<void> {
    const done = await action.run((customer) =>
      changeRelease({ do: 'discard', release: id }, customer),
    );
    if (done) goTo({ at: 'catalogue', page: 'releases', query: {} });
  }

  function discardButton() {
    return (
      <button type="button" className="button-quiet" onClick={() => void discard()}>
        Discard
      </button>
    );
  }

  function tick(key: string, on: boolean): void {
    const next = new Set(ticked);
    if (on) next.add(key);
    else next.delete(key);
    setTicked(next);
  }

  function publish(): void {
    void action.run(async (customer) => {
      const fingerprint = await allow(release, seen, customer);
      return publishRelease({ do: 'publish', release: id, fingerprint }, customer);
    });
  }

  async function schedule(at: string): Promise<void> {
    const done = await action.run(async (customer) => {
      const fingerprint = await allow(release, seen, customer);
      return changeRelease({ do: 'schedule', release: id, at, fingerprint }, customer);
    });
    if (done) setAsking(null);
  }

  /** Saves the draft with something else in it. */
  function save(other: Partial<Pick<Release, 'title' | 'options'>>): Promise<boolean> {
    return action.run((customer) =>
      changeRelease(
        { do: 'save', release: id, title, source, changes, options, version, ...other },
        customer,
      ),
    );
  }

  async function rename(next: string): Promise<void> {
    if (await save({ title: next })) setAsking(null);
  }

  async function takeBack(): Promise<void> {
    await action.run(async (customer) => {
      const saved = await changeRelease({ do: 'unschedule', release: id }, customer);
      setArchived(saved.archived ?? []);
    });
  }

  return (
    <>
      <div role="alert" className="studio-failure">
        {action.problem !== '' && asking === null && (
          <p className="message-error">{action.problem}</p>
        )}
      </div>
      {archived.length > 0 && (
        <p>
          {archived.join(', ')}: bought meanwhile, so archived instead of taken out of the shop.
        </p>
      )}
      {state === 'scheduled' && (
        <div className="release-verbs">
          <button
            type="button"
            className="button"
            aria-busy={action.isBusy}
            onClick={() => void takeBack()}
          >
            Take back from the schedule
          </button>
        </div>
      )}
      {state !== 'scheduled' && (
        <>
          <ReleaseBlockers blockers={blockers} />
          <ReleaseWarnings warnings={warnings} ticked={ticked} onTick={tick} />
          <ReleaseChoices
            report={report}
            options={options}
            busy={action.isBusy}
            onChoose={(option, on) => void save({ options: { ...options, [option]: on } })}
          />
          <div className="release-verbs">
            <button
              type="button"
              className="button"
              aria-busy={action.isBusy}
              disabled={!isReady}
              onClick={publish}
            >
              Publish now
            </button>
            <button
              type="button"
              className="button-quiet"
              aria-haspopup="dialog"
              disabled={!isReady}
              onClick={() => setAsking('minute')}
            >
              Schedule…
            </button>
            <button
              type="button"
              className="button-quiet"
              aria-haspopup="dialog"
              onClick={() => setAsking('title')}
            >
              Rename…
            </button>
            {isSheet(source) && (
              <a
                className="button-quiet"
                {...linkTo({ at: 'catalogue', page: '', query: { release: id } })}
              >
                Replace its file
              </a>
            )}
            {discardButton()}
          </div>
          {!isReady && blockers.length === 0 && warnings.length > 0 && (
            <p className="studio-soft">Tick each line above to publish.</p>
          )}
        </>
      )}
      <h2 className="studio-subheading release-heading">What it does</h2>
      <ReportView report={report} changes={changes} published={published} />
      {asking === 'minute' && (
        <ScheduleDialog
          busy={action.isBusy}
          problem={action.problem}
          onSchedule={(at) => void schedule(at)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'title' && (
        <RenameDialog
          title={title}
          busy={action.isBusy}
          problem={action.problem}
          onRename={(next) => void rename(next)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
