import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import type { Release, ReleasePreview } from '#domain/contracts/staff-releases.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { Failure } from '../kit/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { Awaited } from '../kit/Awaited.tsx';
import { EditLinks } from './EditLinks.tsx';
import { ReportView } from './ReportView.tsx';
import { linkTo } from '../kit/use-place.ts';
import { isSheet } from './sheet-name.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { ReleaseBlockers } from './ReleaseBlockers.tsx';
import { ReleaseChoices } from './ReleaseChoices.tsx';
import { ReleaseWarnings } from './ReleaseWarnings.tsx';
import { refusalOf } from './release-texts.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { useOpenRelease } from './use-open-release.ts';

interface Props {
  release: Release;
  open: ReturnType<typeof useOpenRelease>;
}

type Dialog = 'schedule' | 'rename';

function DiscardButton({ open }: Pick<Props, 'open'>) {
  return <Button onClick={() => void open.discard()}>Discard</Button>;
}

interface VerbProps extends Props {
  onAsk: (dialog: Dialog) => void;
}

function Verbs({ release, open, onAsk }: VerbProps) {
  const { isReady, action } = open;
  return (
    <div className="release-verbs">
      {open.changesShop && (
        <>
          <Button
            look="main"
            busy={action.isBusy}
            disabled={!isReady}
            onClick={() => void open.publish()}
          >
            Publish now
          </Button>
          <Button opensDialog disabled={!isReady} onClick={() => onAsk('schedule')}>
            Schedule…
          </Button>
        </>
      )}
      <Button opensDialog onClick={() => onAsk('rename')}>
        Rename…
      </Button>
      <EditLinks release={release} />
      {isSheet(release.source) && (
        <a
          className="button-quiet"
          {...linkTo({ at: 'catalogue', page: 'files', query: { release: release.id } })}
        >
          Replace the file
        </a>
      )}
      <DiscardButton open={open} />
    </div>
  );
}

function Draft({ release, open, seen, onAsk }: VerbProps & { seen: ReleasePreview }) {
  const { options } = release;
  const { action, blockers, warnings, ticked, tick, isReady, save } = open;
  return (
    <>
      <ReleaseBlockers blockers={blockers} />
      <ReleaseWarnings warnings={warnings} ticked={ticked} onTick={tick} />
      <ReleaseChoices
        report={seen.report}
        options={options}
        busy={action.isBusy}
        onChoose={(option, on) => void save({ options: { ...options, [option]: on } })}
      />
      <Verbs release={release} open={open} onAsk={onAsk} />
      {!isReady && blockers.length === 0 && warnings.length > 0 && (
        <p className="studio-soft">Tick each line above to publish.</p>
      )}
    </>
  );
}

function Dialogs({
  release,
  open,
  dialog,
  onClose,
}: Props & { dialog: Dialog | null; onClose: () => void }) {
  const { isBusy, problem } = open.action;
  const frame = { busy: isBusy, problem, onClose };
  const closeIf = (done: boolean) => done && onClose();
  if (dialog === 'schedule')
    return <ScheduleDialog {...frame} onSchedule={(at) => void open.schedule(at).then(closeIf)} />;
  if (dialog === 'rename')
    return (
      <RenameDialog
        {...frame}
        title={release.title}
        onRename={(title) => void open.save({ title }).then(closeIf)}
      />
    );
  return null;
}

/** A draft, scheduled or failed release: its preview and actions. */
export function OpenRelease({ release }: { release: Release }) {
  const open = useOpenRelease(release);
  const { preview, action, archived } = open;
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [opened] = useState(() => serverNow());
  const published = release.scheduled_for === null ? opened : Date.parse(release.scheduled_for);

  if (preview.isError)
    return (
      <>
        <Awaited query={preview} textOf={refusalOf} />
        <div className="release-verbs">
          <EditLinks release={release} />
          <DiscardButton open={open} />
        </div>
      </>
    );
  if (!preview.data)
    return (
      <>
        <output>Preparing the preview …</output>
        <Loading />
      </>
    );
  return (
    <>
      <Failure of={dialog === null && action.problem} />
      {archived.length > 0 && (
        <p>{archived.join(', ')}: bought since, so archived instead of removed.</p>
      )}
      {release.state === 'scheduled' ? (
        <div className="release-verbs">
          <Button look="main" busy={action.isBusy} onClick={() => void open.unschedule()}>
            Unschedule
          </Button>
        </div>
      ) : (
        <Draft release={release} open={open} seen={preview.data} onAsk={setDialog} />
      )}
      <h2 className="studio-subheading release-heading">What it does</h2>
      <ReportView report={preview.data.report} changes={release.changes} published={published} />
      <Dialogs release={release} open={open} dialog={dialog} onClose={() => setDialog(null)} />
    </>
  );
}
