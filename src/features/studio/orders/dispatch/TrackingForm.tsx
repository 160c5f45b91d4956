import type { ReactNode, Ref, SubmitEvent } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { countText } from '#domain/basics/count-text.ts';
import { Button } from '../../kit/Button.tsx';
import { CheckField } from '../../kit/form/CheckField.tsx';
import { problemText } from '../../kit/problem-text.ts';
import { sendVerb } from './tracking-file.ts';
import type { TrackingImport } from './use-tracking-import.ts';

interface Props {
  tracking: TrackingImport;
  /** The field to paste into. */
  area: Ref<HTMLTextAreaElement>;
  /** Called when the text is edited. */
  onType: () => void;
  onCancel: () => void;
  /** The file field. */
  children: ReactNode;
}

function failureText(error: unknown): string {
  if (error instanceof ApiError && error.status > 0) return problemText(error);
  return 'No response. Press again: nothing is sent twice.';
}

/** Result of the check, announced. */
function Reading({ tracking: { isChecking, reading } }: Pick<Props, 'tracking'>) {
  return (
    <output className="studio-said">
      {isChecking && 'Checking …'}
      {reading && <b>{countText(reading.orders, 'order')} to send. </b>}
      {reading &&
        reading.numbered > 0 &&
        `${countText(reading.numbered, 'parcel')} sent without a tracking number will get one. `}
      {reading &&
        reading.leftOut > 0 &&
        `${countText(reading.leftOut, 'line')} will be skipped: see below.`}
    </output>
  );
}

function Problems({ tracking: { isTooLong, reading, checkError, send } }: Pick<Props, 'tracking'>) {
  const problems = [
    isTooLong && 'This is too long. Send it in parts.',
    reading?.problem,
    checkError && `${problemText(checkError)} Nothing was sent.`,
    send.isError && failureText(send.error),
  ];
  return (
    <div role="alert" className="studio-failure">
      {problems.map(
        (problem) =>
          problem && (
            <p key={problem} className="message-error">
              {problem}
            </p>
          ),
      )}
    </div>
  );
}

/** Tracking numbers from a file or pasted columns: checked while typed, then sent. */
export function TrackingForm({ tracking, area, onType, onCancel, children }: Props) {
  const { text, carrierFields, reading, withMistyped, canSend, send } = tracking;

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (canSend && !send.isPending) send.mutate();
  }

  return (
    <form className="studio-form" onSubmit={submit}>
      {children}
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
            tracking.type(value);
            onType();
          }}
        />
      </div>
      {carrierFields}
      <Reading tracking={tracking} />
      {reading && reading.mistyped > 0 && (
        <CheckField checked={withMistyped} onChange={tracking.setWithMistyped}>
          Include {countText(reading.mistyped, 'number')} that may be mistyped
        </CheckField>
      )}
      <Problems tracking={tracking} />
      <div className="studio-actions">
        <Button type="submit" look="main" busy={send.isPending} disabled={!canSend}>
          {send.isPending && 'Sending …'}
          {!send.isPending && (reading ? sendVerb(reading) : 'Send')}
        </Button>
        {tracking.checkError && <Button onClick={tracking.checkAgain}>Check again</Button>}
        <Button disabled={send.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
