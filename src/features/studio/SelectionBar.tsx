import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { countText } from '#domain/count-text.ts';
import type { StaffRow } from '#domain/wire/staff-orders.ts';
import { DispatchDialog } from './DispatchDialog.tsx';
import { addressOf } from './place.ts';
import { problemText } from './problem-text.ts';
import { saveExport } from './save-export.ts';
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

  const save = useMutation({
    mutationFn: (kind: 'click-and-drop' | 'customs') => saveExport({ kind, orders: papers }),
  });
  // What was said is about what was selected then.
  const about = papers.join();
  const [savedAbout, setSavedAbout] = useState('');

  function saveAs(kind: 'click-and-drop' | 'customs'): void {
    if (save.isPending) return;
    setSavedAbout(about);
    save.mutate(kind);
  }

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
              <button
                type="button"
                className="button-quiet"
                aria-busy={save.isPending && save.variables === 'click-and-drop'}
                onClick={() => saveAs('click-and-drop')}
              >
                Labels (CSV)
              </button>
              {sendable.some(({ country }) => country !== 'GB') && (
                <button
                  type="button"
                  className="button-quiet"
                  aria-busy={save.isPending && save.variables === 'customs'}
                  onClick={() => saveAs('customs')}
                >
                  Customs (CSV)
                </button>
              )}
            </>
          )}
          <button type="button" className="studio-small" onClick={onClear}>
            Clear
          </button>
          <output className="studio-said">
            {savedAbout === about && save.isSuccess && `Saved as ${save.data.name}.`}
            {savedAbout === about && save.isError && (
              <span className="message-error">
                The file was not saved. {problemText(save.error)}
              </span>
            )}
          </output>
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
