import { useRef, useState } from 'react';
import { isCodeOf } from '#domain/names/product-code.ts';
import { getScanned } from '#domain/contracts/staff-inventory.ts';
import { Button } from '../../kit/Button.tsx';
import { asStaff } from '../../kit/as-staff.ts';
import { useMay } from '../../kit/may.ts';
import { problemText } from '../../kit/problem-text.ts';
import { ScanField } from '../../scan/ScanField.tsx';
import { type OrderPart, useDispatchDialog } from './Actions.tsx';
import { type Line, lineName } from './order-texts.ts';
import { Section } from './Section.tsx';

// Fetched with the check, so that Dispatch opens at once; offered again where it is pressed.
void import('./pack-dialogs.tsx').catch(() => undefined);

interface Said {
  text: string;
  bad: boolean;
}

/** Names a piece that is not in the parcel; `''` if the shop does not know the code. */
async function nameOf(code: string): Promise<string> {
  const { found } = await asStaff(getScanned, { code });
  return found ? lineName(found) : '';
}

function showWhole(button: HTMLButtonElement | null): void {
  button?.scrollIntoView({ block: 'nearest' });
}

/** Pieces of a parcel, those of other orders in it among them, each colour once. */
function piecesOf({ lines, with: others }: OrderPart['order']) {
  const pieces = new Map<
    number,
    Pick<Line, 'variant_id' | 'product_name' | 'color_name' | 'sku' | 'gtin' | 'to_send'>
  >();
  for (const piece of [...lines, ...others.flatMap(({ items }) => items)]) {
    const before = pieces.get(piece.variant_id)?.to_send ?? 0;
    const to_send = before + piece.to_send;
    if (to_send > 0) pieces.set(piece.variant_id, { ...piece, to_send });
  }
  return [...pieces.values()];
}

/** Checks a parcel by scanning its pieces: ticks them off, and warns about a wrong product or colour. */
export default function Packing({ order, open }: OrderPart) {
  const may = useMay();
  const dispatch = useDispatchDialog({ order, open });
  const [scanned, setScanned] = useState<ReadonlyMap<number, number>>(new Map());
  const [said, setSaid] = useState<Said>({ text: '', bad: false });
  /** The last code scanned: an answer about an earlier one is not shown. */
  const latest = useRef('');
  const lines = piecesOf(order);
  if (!may('pack') || order.units_to_send === 0) return null;
  const countOf = (variant: number) => scanned.get(variant) ?? 0;
  const isPacked = lines.every(({ variant_id, to_send }) => countOf(variant_id) === to_send);

  async function refuse(code: string): Promise<void> {
    const missing = lines.filter(({ variant_id, to_send }) => countOf(variant_id) < to_send);
    const needs =
      missing.length === 0
        ? 'Everything is in the parcel already.'
        : `The parcel still needs ${missing.map(lineName).join('; ')}.`;
    const refused = `Not in this parcel: ${code}.`;
    setSaid({ text: refused, bad: true });
    try {
      const name = await nameOf(code);
      const what = name === '' ? `${code} is not a code of the shop` : `This is ${name}`;
      if (latest.current !== code) return;
      setSaid({ text: `Wrong piece! ${what}. ${needs}`, bad: true });
    } catch (error) {
      if (latest.current === code) setSaid({ text: `${refused} ${problemText(error)}`, bad: true });
    }
  }

  function take(code: string): void {
    latest.current = code;
    const line = lines.find((one) => isCodeOf(code, one));
    if (!line) {
      void refuse(code);
      return;
    }
    const count = countOf(line.variant_id) + 1;
    if (count > line.to_send) {
      setSaid({ text: `Too many: ${line.to_send} × ${lineName(line)} is enough.`, bad: true });
      return;
    }
    const now = new Map([...scanned, [line.variant_id, count]]);
    setScanned(now);
    const isAll = lines.every(({ variant_id, to_send }) => now.get(variant_id) === to_send);
    const text = `${lineName(line)}: ${count} of ${line.to_send}.`;
    setSaid({ text: isAll ? `${text} Everything is in the parcel.` : text, bad: false });
  }

  return (
    <Section title="Check the parcel">
      {order.with.length > 0 && (
        <p className="studio-soft">
          With the pieces of {order.with.map((other) => other.order).join(', ')}.
        </p>
      )}
      <ScanField
        label="Scan a piece"
        hint="The barcode or SKU. A scanner sends Enter itself."
        onCode={take}
      />
      <p
        className={said.bad ? 'message-error' : 'message-success'}
        role={said.bad ? 'alert' : 'status'}
      >
        {said.text}
      </p>
      {isPacked && dispatch !== null && (
        <Button ref={showWhole} look="main" opensDialog onClick={dispatch}>
          Dispatch the parcel
        </Button>
      )}
      <ul className="order-list packing-list">
        {lines.map((line) => {
          const count = Math.min(countOf(line.variant_id), line.to_send);
          return (
            <li key={line.variant_id} data-done={count === line.to_send ? '' : undefined}>
              <span aria-hidden="true">{count === line.to_send ? '✓' : ''}</span>
              <span>
                {lineName(line)} <span className="studio-dim studio-sku">{line.sku}</span>
              </span>
              <span>
                {count} of {line.to_send}
              </span>
            </li>
          );
        })}
      </ul>
      {scanned.size > 0 && (
        <Button
          look="small"
          onClick={() => {
            setScanned(new Map());
            setSaid({ text: '', bad: false });
          }}
        >
          Start again
        </Button>
      )}
    </Section>
  );
}
