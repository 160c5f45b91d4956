import { useEffect, useRef } from 'react';
import { Failure } from '../../kit/Failure.tsx';
import { Button } from '../../kit/Button.tsx';
import { StudioDialog } from '../../kit/form/StudioDialog.tsx';
import { useDroppedFile } from '../../kit/use-dropped-file.ts';
import { useOpenDialog } from '../../kit/use-open-dialog.ts';
import { TrackedLines } from './TrackedLines.tsx';
import { sentText } from './tracking-file.ts';
import { TrackingForm } from './TrackingForm.tsx';
import { useTextFile } from './use-text-file.ts';
import { useTrackingImport } from './use-tracking-import.ts';

interface FileProps {
  file: ReturnType<typeof useTextFile>;
  disabled: boolean;
}

function FileField({ file, disabled }: FileProps) {
  return (
    <div>
      <label className="label" htmlFor="studio-file">
        CSV file, for example from Click & Drop
      </label>
      <input
        id="studio-file"
        type="file"
        className="field studio-file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-describedby="studio-file-text"
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void file.read(chosen);
          // Allows choosing the same file again once it is corrected.
          currentTarget.value = '';
        }}
      />
      <p id="studio-file-text" className="studio-soft" aria-live="polite">
        {file.news || 'Or drop the file anywhere here.'}
      </p>
      <Failure of={file.problem} />
    </div>
  );
}

interface Props {
  onClose: () => void;
  onSent: (text: string) => void;
}

/** Imports tracking numbers from a file or pasted columns, with a preview of the effect. */
export default function TrackingDialog({ onClose, onSent }: Props) {
  const dialog = useOpenDialog();
  const area = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const tracking = useTrackingImport(onSent);
  const { outcomes, send, load } = tracking;
  const file = useTextFile(load);
  const over = useDroppedFile(dialog, (dropped) => {
    if (!send.isPending && !outcomes) void file.read(dropped);
  });

  useEffect(() => area.current?.focus(), []);
  useEffect(() => {
    if (outcomes) heading.current?.focus();
  }, [outcomes]);

  const close = () => dialog.current?.close();
  return (
    <StudioDialog
      dialog={dialog}
      title="Import tracking numbers"
      heading={heading}
      busy={send.isPending}
      over={over}
      onClose={onClose}
    >
      {outcomes ? (
        <div className="studio-form">
          <output>{sentText(outcomes)}</output>
          <div className="studio-actions">
            <Button look="main" onClick={close}>
              Close
            </Button>
            <Button
              onClick={() => {
                load('');
                file.clearNews();
              }}
            >
              Another file
            </Button>
          </div>
        </div>
      ) : (
        <TrackingForm tracking={tracking} area={area} onType={file.clearNews} onCancel={close}>
          <FileField file={file} disabled={send.isPending} />
        </TrackingForm>
      )}
      <TrackedLines label={outcomes ? 'Results' : 'Preview'} lines={tracking.lines} />
    </StudioDialog>
  );
}
