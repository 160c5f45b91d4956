import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { countText } from '#domain/basics/count-text.ts';
import type { StaffRow } from '#domain/contracts/staff-orders.ts';
import { Button } from '../../kit/Button.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { addressOf } from '../../kit/place.ts';
import { problemText } from '../../kit/problem-text.ts';
import { saveExport } from '../../kit/save-export.ts';
import { useKeys } from '../../kit/use-keys.ts';

const DispatchDialog = lazyPart(() => import('../dispatch/DispatchDialog.tsx'));
const LabelsDialog = lazyPart(() => import('../dispatch/LabelsDialog.tsx'));
const DeliverOrdersDialog = lazyPart(() => import('../dispatch/DeliverOrdersDialog.tsx'));

type Export = 'click-and-drop' | 'customs';

/** Exports of orders, with the result until other orders are selected. */
function useExport(orders: readonly number[]) {
  const save = useMutation({ mutationFn: (kind: Export) => saveExport({ kind, orders }) });
  const [about, setAbout] = useState('');
  const isCurrent = about === orders.join();
  return {
    isSaving: (kind: Export) => save.isPending && save.variables === kind,
    saveAs: (kind: Export) => {
      if (save.isPending) return;
      setAbout(orders.join());
      save.mutate(kind);
    },
    saved: isCurrent && save.isSuccess ? save.data.name : null,
    error: isCurrent ? save.error : null,
  };
}

interface PapersProps {
  orders: readonly number[];
  isAbroad: boolean;
  exporting: ReturnType<typeof useExport>;
}

/** Packing slips, pick list and exports of selected orders. */
function Papers({ orders, isAbroad, exporting: { isSaving, saveAs } }: PapersProps) {
  const papers = [
    ['slips', 'Print slips'],
    ['pick', 'Pick list'],
  ] as const;
  const exports: [kind: Export, text: string][] = [
    ['click-and-drop', 'Labels (CSV)'],
    ...(isAbroad ? [['customs', 'Customs (CSV)'] satisfies [Export, string]] : []),
  ];
  return (
    <>
      {papers.map(([print, text]) => (
        <a
          key={print}
          className="button-quiet"
          target="_blank"
          href={addressOf({ at: 'print', print, orders: [...orders] })}
        >
          {text}
        </a>
      ))}
      {exports.map(([kind, text]) => (
        <Button key={kind} busy={isSaving(kind)} onClick={() => saveAs(kind)}>
          {text}
        </Button>
      ))}
    </>
  );
}

interface Props {
  chosen: readonly StaffRow[];
  sellsLabels: boolean;
  onClear: () => void;
  onDispatched: (text: string, orders: ReadonlySet<number>) => void;
}

/** Actions on the selected orders. */
export function SelectionBar({ chosen, sellsLabels, onClear, onDispatched }: Props) {
  // The selection when the dialog opened; later refetches do not change it.
  const [sending, setSending] = useState<readonly (StaffRow & { order: number })[] | null>(null);
  const [labelling, setLabelling] = useState<typeof sending>(null);
  const selected = new Set(
    chosen.flatMap(({ order, with: others }) => [order, ...others.map((other) => other.order)]),
  );
  selected.delete(null);
  const sendable = chosen
    .flatMap((row) =>
      row.order !== null && row.units_to_send > 0 ? [{ ...row, order: row.order }] : [],
    )
    // A parcel once, in lists with a row for each of its orders.
    .filter(({ order }, at, all) =>
      all.slice(0, at).every((row) => row.with.every((other) => other.order !== order)),
    );
  const toSend = sendable.flatMap((row) => [row, ...row.with]).length;

  const onTheWay = chosen.flatMap(({ order, goods_status }) =>
    order !== null && (goods_status === 'sent' || goods_status === 'part_sent') ? [order] : [],
  );
  const [arriving, setArriving] = useState<readonly number[] | null>(null);

  const orders = sendable.map(({ order }) => order);
  const exporting = useExport(orders);

  function open(): void {
    if (sendable.length > 0) setSending(sendable);
  }

  useKeys({ d: open });

  return (
    <>
      {chosen.length > 0 && (
        <section className="studio-selection" aria-label="Selected orders">
          <p>
            {countText(selected.size, 'order')} selected
            {sendable.length < toSend && `, ${countText(sendable.length, 'parcel')} to send`}
          </p>
          <Button look="main" opensDialog disabled={sendable.length === 0} onClick={open}>
            Dispatch selected
          </Button>
          {sellsLabels && sendable.length > 0 && (
            <Button opensDialog onClick={() => setLabelling(sendable)}>
              Buy labels
            </Button>
          )}
          {onTheWay.length > 0 && (
            <Button opensDialog onClick={() => setArriving(onTheWay)}>
              Mark as delivered
            </Button>
          )}
          {orders.length > 0 && (
            <Papers
              orders={orders}
              isAbroad={sendable.some(({ country }) => country !== 'GB')}
              exporting={exporting}
            />
          )}
          <Button look="small" onClick={onClear}>
            Clear
          </Button>
          <output className="studio-said">
            {exporting.saved !== null && `Saved as ${exporting.saved}.`}
            {exporting.error && (
              <span className="message-error">
                The file was not saved. {problemText(exporting.error)}
              </span>
            )}
          </output>
        </section>
      )}
      <Suspense>
        {sending && (
          <DispatchDialog
            rows={sending}
            onClose={() => setSending(null)}
            onDispatched={onDispatched}
          />
        )}
        {labelling && (
          <LabelsDialog
            rows={labelling}
            onClose={() => setLabelling(null)}
            onDispatch={setSending}
          />
        )}
        {arriving && (
          <DeliverOrdersDialog
            orders={arriving}
            onClose={() => setArriving(null)}
            onDelivered={onDispatched}
          />
        )}
      </Suspense>
    </>
  );
}
