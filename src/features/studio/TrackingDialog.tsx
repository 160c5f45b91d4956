import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { sendTracking } from '#api/staff/exports.ts';
import { countText } from '#domain/count-text.ts';
import { mostTrackingText, type TrackedLine } from '#domain/wire/staff-exports.ts';
import { asStaff } from './as-staff.ts';
import { problemText } from './problem-text.ts';
import {
  isTaken,
  lineWarning,
  readingOf,
  sendVerb,
  sentText,
  textOfFile,
  troubleFirst,
} from './tracking-file.ts';
import { useDroppedFile } from './use-dropped-file.ts';
import { useLastCarrier } from './use-last-carrier.tsx';
import { useOpenDialog } from './use-open-dialog.ts';

/** Milliseconds without a keystroke after which what is typed is read. */
const READ_AFTER_MS = 400;
/** Of four bytes each at most. */
const MOST_BYTES = 4 * mostTrackingText;

interface Props {
  onClose: () => void;
  onSent: (text: string) => void;
}

/** A line as it was checked, or what became of it. */
function Line({ line }: { line: TrackedLine }) {
  const warning = lineWarning(line);
  const isBad = line.outcome !== 'readable' && !isTaken(line);
  return (
    <li>
      <span>
        <b>{line.order ?? `Line ${line.line}`}</b>{' '}
        {line.tracking_number !== null && `${line.tracking_number}, ${line.carrier}`}
        {line.tracking_number === null && line.order !== null && (
          <span className="studio-dim">line {line.line}</span>
        )}
      </span>
      {line.outcome !== 'readable' && (
        <span className={isBad ? 'message-error' : 'message-success'}>{line.detail}</span>
      )}
      {warning !== '' && <span className="message-error">{warning}</span>}
    </li>
  );
}

/** Why a press failed, and that another one does no harm. */
function failureText(error: unknown): string {
  if (error instanceof ApiError && error.status > 0) return problemText(error);
  return 'No answer came. Press again: what was sent already is not sent twice.';
}

/** Takes tracking numbers from a file or from columns that are pasted, and shows what they would do before they do it. */
export function TrackingDialog({ onClose, onSent }: Props) {
  const dialog = useOpenDialog();
  const area = useRef<HTMLTextAreaElement>(null);
  const done = useRef<HTMLHeadingElement>(null);
  const [text, setText] = useState('');
  const [settled, setSettled] = useState('');
  const [fileNews, setFileNews] = useState('');
  const [fileProblem, setFileProblem] = useState('');
  const [withMistyped, setWithMistyped] = useState(false);
  const { carrier, fields, remember } = useLastCarrier('Carrier, where the file names none');
  const client = useQueryClient();
  // One for each content, so that pressing again after a lost answer sends nothing twice.
  const events = useRef(new Map<string, string>());

  useEffect(() => {
    area.current?.focus();
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);

  function bodyOf(content: string) {
    const event = events.current.get(content) ?? crypto.randomUUID();
    events.current.set(content, event);
    return { event, text: content, carrier, mistyped: withMistyped };
  }

  const send = useMutation({
    mutationFn: (content: string) => asStaff((customer) => sendTracking(bodyOf(content), customer)),
    onSuccess: ({ lines }) => {
      remember();
      onSent(sentText(lines));
      void client.invalidateQueries();
    },
  });
  const outcomes = send.data?.lines;
  const tooLarge = text.length > mostTrackingText;

  const check = useQuery({
    queryKey: ['tracking', settled, carrier],
    queryFn: ({ signal }) =>
      asStaff((customer) => sendTracking({ ...bodyOf(settled), check: true }, customer, signal)),
    enabled: settled.trim() !== '' && carrier !== '' && !tooLarge && outcomes === undefined,
    staleTime: Infinity,
    // What was sent meanwhile, by whomever, is another thing to send.
    gcTime: 0,
    refetchInterval: false,
  });
  const isRead = settled === text && check.data !== undefined && text.trim() !== '' && !tooLarge;
  const lines = isRead ? check.data.lines : [];
  const reading = isRead ? readingOf(lines, withMistyped) : null;
  const canSend =
    reading !== null && reading.problem === '' && reading.orders + reading.numbered > 0;

  useEffect(() => {
    if (outcomes) done.current?.focus();
  }, [outcomes]);

  function read(content: string): void {
    setText(content);
    setSettled(content);
    setWithMistyped(false);
    send.reset();
  }

  async function take(file: File): Promise<void> {
    setFileProblem('');
    setFileNews('');
    if (file.size > MOST_BYTES) {
      setFileProblem(`${file.name} is too large: send a part of it at a time.`);
      return;
    }
    try {
      const content = textOfFile(new Uint8Array(await file.arrayBuffer()));
      if (content === null) {
        setFileProblem(`${file.name} is no text. Save the spreadsheet as CSV, and choose that.`);
        return;
      }
      setFileNews(`${file.name} was read.`);
      read(content);
    } catch {
      setFileProblem(`${file.name} could not be read.`);
    }
  }

  const over = useDroppedFile(dialog, (file) => {
    if (!send.isPending && !outcomes) void take(file);
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (canSend && !send.isPending) send.mutate(text);
  }

  return (
    <dialog
      ref={dialog}
      className="studio-dialog"
      aria-labelledby="studio-tracking"
      data-over={over ? '' : undefined}
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
      onCancel={(event) => {
        if (send.isPending) event.preventDefault();
      }}
    >
      <h2 ref={done} id="studio-tracking" className="heading" tabIndex={-1}>
        Tracking numbers from a file
      </h2>
      {outcomes ? (
        <div className="studio-dispatch">
          <output>{sentText(outcomes)}</output>
          <div className="studio-actions">
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
            <button
              type="button"
              className="button-quiet"
              onClick={() => {
                read('');
                setFileNews('');
              }}
            >
              Another file
            </button>
          </div>
        </div>
      ) : (
        <form className="studio-dispatch" onSubmit={submit}>
          <div>
            <label className="label" htmlFor="studio-file">
              CSV file, such as Click & Drop’s
            </label>
            <input
              id="studio-file"
              type="file"
              className="field studio-file"
              accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
              aria-describedby="studio-file-text"
              disabled={send.isPending}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) void take(file);
                // The same file can be chosen again, once it was mended.
                currentTarget.value = '';
              }}
            />
            <p id="studio-file-text" className="studio-soft" aria-live="polite">
              {fileNews || 'Or drop it anywhere here.'}
            </p>
            {fileProblem !== '' && (
              <p className="message-error" role="alert">
                {fileProblem}
              </p>
            )}
          </div>
          <div>
            <label className="label" htmlFor="studio-pasted">
              Or paste two columns: order and tracking number
            </label>
            <textarea
              ref={area}
              id="studio-pasted"
              className="field studio-pasted"
              rows={5}
              spellCheck={false}
              autoComplete="off"
              placeholder={'1042\tQQ123456785GB'}
              value={text}
              readOnly={send.isPending}
              onChange={({ currentTarget: { value } }) => {
                setText(value);
                setWithMistyped(false);
                setFileNews('');
                send.reset();
              }}
            />
          </div>
          {fields}
          <output className="studio-said">
            {text.trim() !== '' &&
              !isRead &&
              !check.isError &&
              !tooLarge &&
              carrier !== '' &&
              'Checking …'}
            {reading && <b>{countText(reading.orders, 'order')} to send. </b>}
            {reading &&
              reading.numbered > 0 &&
              `${countText(reading.numbered, 'parcel')} left without a number, and will get one. `}
            {reading &&
              reading.leftOut > 0 &&
              `${countText(reading.leftOut, 'line')} will be left out: see why below.`}
          </output>
          {reading && reading.mistyped > 0 && (
            <label className="studio-check">
              <input
                type="checkbox"
                checked={withMistyped}
                onChange={({ currentTarget: { checked } }) => setWithMistyped(checked)}
              />
              Take {countText(reading.mistyped, 'number')} that may be mistyped, too
            </label>
          )}
          <div role="alert" className="studio-failure">
            {tooLarge && (
              <p className="message-error">This is too much: send a part of it at a time.</p>
            )}
            {reading && reading.problem !== '' && (
              <p className="message-error">{reading.problem}</p>
            )}
            {check.isError && settled === text && !tooLarge && (
              <p className="message-error">{problemText(check.error)} Nothing was sent.</p>
            )}
            {send.isError && <p className="message-error">{failureText(send.error)}</p>}
          </div>
          <div className="studio-actions">
            <button type="submit" className="button" aria-busy={send.isPending} disabled={!canSend}>
              {send.isPending && 'Sending …'}
              {!send.isPending && (reading ? sendVerb(reading) : 'Send')}
            </button>
            {check.isError && settled === text && (
              <button type="button" className="button-quiet" onClick={() => void check.refetch()}>
                Read again
              </button>
            )}
            <button
              type="button"
              className="button-quiet"
              disabled={send.isPending}
              onClick={() => dialog.current?.close()}
            >
              Cancel
            </button>
          </div>
        </form>
      )}
      {(outcomes ?? lines).length > 0 && (
        <ol className="studio-tracked" aria-label={outcomes ? 'What became of each' : 'As checked'}>
          {troubleFirst(outcomes ?? lines).map((line) => (
            <Line key={line.line} line={line} />
          ))}
        </ol>
      )}
    </dialog>
  );
}
