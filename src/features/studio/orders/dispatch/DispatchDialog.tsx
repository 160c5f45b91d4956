import { useEffect, useRef } from 'react';
import type { SubmitEvent } from 'react';
import { isTrackingNumber, trackingNumber, trackingWarning } from '#domain/orders/carrier.ts';
import { countText } from '#domain/basics/count-text.ts';
import { Button } from '../../kit/Button.tsx';
import { StudioDialog } from '../../kit/form/StudioDialog.tsx';
import { problemText } from '../../kit/problem-text.ts';
import { CameraButton } from '../../scan/CameraButton.tsx';
import { useOpenDialog } from '../../kit/use-open-dialog.ts';
import { numberProblem } from './dispatch-texts.ts';
import { ParcelFields } from './ParcelFields.tsx';
import { type DispatchProps, useDispatch } from './use-dispatch.ts';
import { useRightNumbers } from './use-right-numbers.tsx';

/** Dispatches the selected orders with a tracking number each, by one carrier unless another is chosen for an order. */
export default function DispatchDialog(props: DispatchProps) {
  const { rows, onClose } = props;
  const dialog = useOpenDialog();
  const list = useRef<HTMLOListElement>(null);
  const dispatch = useDispatch(props);
  const { carrierOf, carrierFields, fill, left, numbers, numberOf, send } = dispatch;
  const without = numbers.filter((number) => number === '').length;
  const isValid = numbers.every((number) => numberProblem(number, numbers) === '');
  const rightNumbers = useRightNumbers(
    left.flatMap(({ order }) => {
      const number = numberOf(order);
      return trackingWarning(carrierOf(order), number) === null ? [] : [number];
    }),
  );

  useEffect(() => list.current?.querySelector('input')?.focus(), []);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!send.isPending && isValid && left.length > 0) send.mutate();
  }

  /** Puts a label's number into the first empty field; other codes and a label seen twice are ignored. */
  function scan(code: string): boolean {
    const number = trackingNumber(code);
    if (!isTrackingNumber(number) || numbers.includes(number)) return false;
    fill(numbers.indexOf(''), [number]);
    return without <= 1;
  }

  return (
    <StudioDialog
      dialog={dialog}
      title={`Dispatch ${countText(rows.flatMap((row) => [row, ...row.with]).length, 'order')}`}
      busy={send.isPending}
      onClose={onClose}
    >
      <form className="studio-form" onSubmit={submit}>
        {carrierFields}
        <p className="studio-soft">
          Scan or type each tracking number, or paste a column. Enter moves to the next field, and
          dispatches after the last.
        </p>
        {without > 0 && (
          <div className="scan-below">
            <CameraButton about="tracking numbers, one after the other" onCode={scan} />
          </div>
        )}
        <ParcelFields list={list} rows={rows} dispatch={dispatch} />
        <output className="studio-soft">
          {without > 0 && `${countText(without, 'parcel')} without a tracking number.`}
        </output>
        {rightNumbers}
        {send.isError && (
          <p className="message-error" role="alert">
            {problemText(send.error)} What you typed is still here.
          </p>
        )}
        <div className="studio-actions">
          {left.length > 0 && (
            <Button type="submit" look="main" busy={send.isPending} disabled={!isValid}>
              {send.isPending ? 'Dispatching …' : `Dispatch ${left.length}`}
            </Button>
          )}
          <Button disabled={send.isPending} onClick={() => dialog.current?.close()}>
            {left.length > 0 ? 'Cancel' : 'Close'}
          </Button>
        </div>
      </form>
    </StudioDialog>
  );
}
