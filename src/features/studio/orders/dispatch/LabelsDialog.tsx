import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { saveBase64 } from '#browser/files/save-file.ts';
import { countText } from '#domain/basics/count-text.ts';
import {
  buyLabels,
  getLabelPapers,
  type Label,
  quoteLabels,
} from '#domain/contracts/staff-labels.ts';
import { asStaff } from '../../kit/as-staff.ts';
import { Button } from '../../kit/Button.tsx';
import { Failure } from '../../kit/Failure.tsx';
import { StudioDialog } from '../../kit/form/StudioDialog.tsx';
import { staffQuery } from '../../kit/staff-query.ts';
import { useOpenDialog } from '../../kit/use-open-dialog.ts';
import { labelsQuery } from './labels-query.ts';
import { labelText, priceOf, sumText } from './label-texts.ts';
import type { SentRow } from './use-dispatch.ts';
import { VoidLabel } from './VoidLabel.tsx';

/** Labels of the selected orders, and what can be done with them. */
function useLabels(rows: readonly SentRow[]) {
  const client = useQueryClient();
  const orders = rows.map(({ order }) => order);
  const known = useQuery(labelsQuery(orders));
  const labels = known.data?.labels ?? [];
  const newestOf = (order: number) => labels.findLast((label) => label.orders.includes(order));
  const quotes = useQuery(
    staffQuery(
      ['label-quotes', ...orders],
      quoteLabels,
      { orders },
      {
        staleTime: Infinity,
        gcTime: 0,
        refetchInterval: false,
        refetchOnWindowFocus: false,
      },
    ),
  );
  const quoteOf = (order: number) =>
    quotes.data?.parcels.find((parcel) => parcel.orders.includes(order));
  const wanted = (quotes.data?.parcels ?? []).flatMap((parcel) => {
    const newest = newestOf(parcel.orders[0] ?? 0);
    const isFree = newest === undefined || newest.state === 'refused';
    return parcel.label !== null && isFree ? [{ ...parcel, label: parcel.label }] : [];
  });
  const buy = useMutation({
    mutationFn: () => asStaff(buyLabels, { labels: wanted.map(({ label }) => label) }),
    onSettled: () => client.invalidateQueries(),
  });
  const ready = labels.filter(({ state, changed }) => state === 'bought' && !changed);
  const print = useMutation({
    mutationFn: async () => {
      const asked = { labels: ready.map(({ id }) => id).join(',') };
      const { name, base64 } = await asStaff(getLabelPapers, asked);
      saveBase64(name, base64);
      return name;
    },
  });
  const refusals = new Map(
    (buy.data?.labels ?? []).flatMap(({ id, refusal }) =>
      refusal === null ? [] : [[id, refusal]],
    ),
  );
  return { quotes, known, quoteOf, newestOf, refusals, wanted, ready, buy, print };
}

const refusalTexts: Readonly<Record<string, string>> = {
  changed: 'The order has changed meanwhile. Close this and ask for prices again.',
  has_label: 'A colleague is buying a label for it.',
};

interface RowProps {
  row: SentRow;
  labels: ReturnType<typeof useLabels>;
}

function LabelRow({ row, labels }: RowProps) {
  const { quoteOf, newestOf, quotes, refusals } = labels;
  const quote = quoteOf(row.order);
  const label: Label | undefined = newestOf(row.order);
  const isInHand = label !== undefined && label.state !== 'refused';
  const refusal = isInHand ? undefined : refusals.get(quote?.label ?? '');
  const waiting = quotes.isPending ? 'Asking for the price …' : 'This order may not leave now.';
  const text = isInHand
    ? labelText(label)
    : (quote?.refused ?? (quote && priceOf(quote)) ?? waiting);
  const problem = refusal ?? (isInHand ? null : (label && labelText(label)) || null);
  const isBad = isInHand ? label.problem !== null || label.changed : quote?.refused != null;
  return (
    <li>
      <span>
        <b>{[row.order, ...row.with.map(({ order }) => order)].join(' + ')}</b>{' '}
        <bdi>{row.name}</bdi> <span className="studio-dim">{row.postcode}</span>
      </span>
      <span className={isBad ? 'message-error' : isInHand ? 'message-success' : undefined}>
        {text}
      </span>
      {problem !== null && (
        <span className="message-error">{refusalTexts[problem] ?? problem}</span>
      )}
      {label && <VoidLabel label={label} />}
    </li>
  );
}

interface Props {
  rows: readonly SentRow[];
  onClose: () => void;
  /** Called to dispatch the orders with labels. */
  onDispatch: (rows: readonly SentRow[]) => void;
}

/** Prices, buys, prints and voids the labels of the selected parcels. */
export default function LabelsDialog({ rows, onClose, onDispatch }: Props) {
  const dialog = useOpenDialog();
  const labels = useLabels(rows);
  const { quotes, known, newestOf, wanted, ready, buy, print } = labels;
  const labelled = rows.filter(({ order }) => {
    const label = newestOf(order);
    return label?.state === 'bought' && !label.changed;
  });
  return (
    <StudioDialog
      dialog={dialog}
      title={`Labels for ${countText(rows.length, 'parcel')}`}
      busy={buy.isPending}
      onClose={onClose}
    >
      <div className="studio-form">
        <ol className="studio-tracked">
          {rows.map((row) => (
            <LabelRow key={row.order} row={row} labels={labels} />
          ))}
        </ol>
        <Failure of={quotes.error ?? known.error ?? buy.error ?? print.error} />
        <output className="studio-soft">
          {quotes.isPending && 'Asking the carrier …'}
          {print.isSuccess && `Saved as ${print.data}.`}
        </output>
        <div className="studio-actions">
          {wanted.length > 0 && (
            <Button look="main" busy={buy.isPending} onClick={() => buy.mutate()}>
              {buy.isPending
                ? 'Buying …'
                : `Buy ${countText(wanted.length, 'label')}${sumText(wanted)}`}
            </Button>
          )}
          {ready.length > 0 && (
            <Button busy={print.isPending} onClick={() => print.mutate()}>
              Print {countText(ready.length, 'label')} (PDF)
            </Button>
          )}
          {labelled.length > 0 && (
            <Button
              look={wanted.length > 0 ? 'quiet' : 'main'}
              onClick={() => {
                dialog.current?.close();
                onDispatch(labelled);
              }}
            >
              Dispatch {labelled.length}
            </Button>
          )}
          <Button disabled={buy.isPending} onClick={() => dialog.current?.close()}>
            Close
          </Button>
        </div>
      </div>
    </StudioDialog>
  );
}
