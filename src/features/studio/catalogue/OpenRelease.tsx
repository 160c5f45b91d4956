import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Customer } from '#api/checkout.ts';
import { changeRelease, previewRelease, publishRelease } from '#api/staff/releases.ts';
import type { Release, ReleaseOptions, ReleasePreview } from '#domain/wire/staff-releases.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { Problem } from '../Problem.tsx';
import { goTo } from '../use-place.ts';
import { previewQuery } from './catalogue-queries.ts';
import { productGroups } from './report-groups.ts';
import { isEmptyReport } from './report-texts.ts';
import { ReportView } from './ReportView.tsx';
import { refusalOf } from './release-texts.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { useReleaseAction } from './use-release-action.ts';
import { type Warning, warningsOf } from './warnings.ts';

interface WarningsProps {
  warnings: readonly Warning[];
  ticked: ReadonlySet<string>;
  onTick: (key: string, on: boolean) => void;
}

function Warnings({ warnings, ticked, onTick }: WarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <fieldset className="release-warnings">
      <legend className="studio-subheading">Is this meant?</legend>
      {warnings.map(({ key, text }) => (
        <label key={key} className="studio-check">
          <input
            type="checkbox"
            checked={ticked.has(key)}
            onChange={({ currentTarget: { checked } }) => onTick(key, checked)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

/** What decides conflicts, where there are any. */
const choices: readonly {
  option: 'overwrite' | 'restore';
  text: string;
  has: (report: NonNullable<ReleasePreview['report']['catalogue']>) => boolean;
}[] = [
  {
    option: 'overwrite',
    text: 'Where the shop has changed since, too, this release decides',
    has: ({ conflicts }) => conflicts.length > 0,
  },
  {
    option: 'restore',
    text: 'Bring back what was archived since',
    has: ({ stay_archived }) => stay_archived.length > 0,
  },
];

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
  const [scheduling, setScheduling] = useState(false);
  const [opened] = useState(() => Date.now());
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
  const isReady = warnings.every(({ key }) => ticked.has(key)) && !isEmptyReport(report);

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
    if (done) setScheduling(false);
  }

  function choose(option: 'overwrite' | 'restore', on: boolean): void {
    const next = { ...options, [option]: on };
    void action.run((customer) =>
      changeRelease(
        { do: 'save', release: id, title, source, changes, options: next, version },
        customer,
      ),
    );
  }

  return (
    <>
      <div role="alert" className="studio-failure">
        {action.problem !== '' && !scheduling && <p className="message-error">{action.problem}</p>}
      </div>
      {state === 'scheduled' && (
        <div className="release-verbs">
          <button
            type="button"
            className="button"
            aria-busy={action.isBusy}
            onClick={() =>
              void action.run((customer) =>
                changeRelease({ do: 'unschedule', release: id }, customer),
              )
            }
          >
            Take back from the schedule
          </button>
        </div>
      )}
      {state !== 'scheduled' && (
        <>
          <Warnings warnings={warnings} ticked={ticked} onTick={tick} />
          {choices
            .filter(
              ({ option, has }) =>
                options[option] || (report.catalogue !== null && has(report.catalogue)),
            )
            .map(({ option, text }) => (
              <label key={option} className="studio-check">
                <input
                  type="checkbox"
                  checked={options[option]}
                  disabled={action.isBusy}
                  onChange={({ currentTarget: { checked } }) => choose(option, checked)}
                />
                {text}
              </label>
            ))}
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
              onClick={() => setScheduling(true)}
            >
              Schedule…
            </button>
            {discardButton()}
          </div>
          {!isReady && warnings.length > 0 && (
            <p className="studio-soft">Tick each line above to publish.</p>
          )}
        </>
      )}
      <h2 className="studio-subheading release-heading">What it does</h2>
      <ReportView report={report} changes={changes} published={published} />
      {scheduling && (
        <ScheduleDialog
          busy={action.isBusy}
          problem={action.problem}
          onSchedule={(at) => void schedule(at)}
          onClose={() => setScheduling(false)}
        />
      )}
    </>
  );
}
