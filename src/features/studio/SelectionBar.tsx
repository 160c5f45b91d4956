import { useState } from 'react';
import { countText } from '#domain/count-text.ts';
import type { StaffRow } from '#domain/wire/staff-orders.ts';
import { DispatchDialog } from './DispatchDialog.tsx';
import { addressOf } from './place.ts';
import { useKeys } from './use-keys.ts';

interface Props {
  chosen: readonly StaffRow[];
  onClear: () => void;
  onDispatched: (text: string, orders: ReadonlySet<number>) => void;
}

/** What can be done with the orders that are selected. */
export function SelectionBar({ chosen, onClear, onDispatched }: Props) {
  // Those that were selected when the dialog opened, whatever becomes of them.
  const [sending, setSending] = useState<readonly (StaffRow & { order: number })[] | null>(null);
  const orders = chosen.flatMap(({ order }) => order ?? []);
  const sendable = chosen.flatMap((row) =>
    row.order !== null && row.units_to_send > 0 ? [{ ...row, order: row.order }] : [],
  );
  const papers = sendable.map(({ order }) => order);

  function open(): void {
    if (sendable.length > 0) setSending(sendable);
  }

  useKeys({ d: open });

  return (
    <>
      {chosen.length > 0 && (
        <section className="studio-selection" aria-label="Selected orders">
          <p>{countText(orders.length, 'order')} selected</p>
          <button
            type="button"
            className="button"
            aria-haspopup="dialog"
            disabled={sendable.length === 0}
            onClick={open}
          >
            Dispatch selected
          </button>
          {papers.length > 0 && (
            <>
              <a
                className="button-quiet"
                target="_blank"
                href={addressOf({ at: 'print', print: 'slips', orders: papers })}
              >
                Print slips
              </a>
              <a
                className="button-quiet"
                target="_blank"
                href={addressOf({ at: 'print', print: 'pick', orders: papers })}
              >
                Pick list
              </a>
            </>
          )}
          <button type="button" className="studio-small" onClick={onClear}>
            Clear
          </button>
        </section>
      )}
      {sending && (
        <DispatchDialog
          rows={sending}
          onClose={() => setSending(null)}
          onDispatched={onDispatched}
        />
      )}
    </>
  );
}
