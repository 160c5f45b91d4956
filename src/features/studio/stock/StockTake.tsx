import { useState } from 'react';
import { countText } from '#domain/count-text.ts';
import { adjustStock, type ColourStock, getScanned } from '#domain/wire/staff-inventory.ts';
import { ItemPicture } from '#ui/ItemPicture.tsx';
import { asStaff } from '../as-staff.ts';
import { problemText } from '../problem-text.ts';
import { ScanField } from '../scan/ScanField.tsx';
import { useLeaveQuestion } from '../use-leave-question.ts';
import { signed, unitsIn } from './stock-texts.ts';
import { useKeyedAct } from '../use-keyed-act.ts';

interface Counted {
  /** The colour when it was first scanned: the count is compared with it. */
  colour: ColourStock;
  typed: string;
}

/** Counts the stockroom by scanning: each scan is one unit, and a number can be typed instead. */
export function StockTake() {
  const [counted, setCounted] = useState<ReadonlyMap<number, Counted>>(new Map());
  const [said, setSaid] = useState({ text: '', bad: false });
  const rows = [...counted.values()];
  const items = rows.flatMap(({ colour, typed }) => {
    const now = unitsIn(typed);
    return now === null ? [] : [{ variant_id: colour.variant_id, seen: colour.on_shelf, now }];
  });
  const differ = items.filter(({ seen, now }) => seen !== now).length;
  const save = useKeyedAct({
    act: (event) => asStaff(adjustStock, { event, why: 'counted', note: null, items }),
    changes: ['stock'],
    onDone: () => {
      setSaid({
        text: `Saved: ${countText(items.length, 'colour')} counted, ${differ === 0 ? 'all as expected' : `${differ} corrected`}.`,
        bad: false,
      });
      setCounted(new Map());
    },
  });
  useLeaveQuestion(rows.length > 0);

  function add(colour: ColourStock): void {
    setCounted((before) => {
      const known = before.get(colour.variant_id);
      const now = known ? (unitsIn(known.typed) ?? 0) + 1 : 1;
      const next = { colour: known?.colour ?? colour, typed: String(now) };
      return new Map([...before, [colour.variant_id, next]]);
    });
    setSaid({ text: `${colour.product_name}, ${colour.color_name}`, bad: false });
  }

  async function take(code: string): Promise<void> {
    try {
      const { found } = await asStaff(getScanned, { code });
      if (found) add(found);
      else setSaid({ text: `${code} is not a code of the shop. It was not counted.`, bad: true });
    } catch (error) {
      setSaid({ text: `${code} was not counted. ${problemText(error)}`, bad: true });
    }
  }

  return (
    <div className="stock-take">
      <h1 className="heading">Stock-take</h1>
      <p>
        Scan every piece of a colour, or scan one and type the number. Colours that you do not scan
        stay as they are. Pieces that are sold and not yet sent count as well; sales meanwhile do no
        harm.
      </p>
      <ScanField
        label="Scan a piece"
        hint="Its barcode or SKU. A scanner sends Enter itself."
        onCode={(code) => void take(code)}
      />
      <p
        className={said.bad ? 'message-error' : 'message-success'}
        role={said.bad ? 'alert' : 'status'}
      >
        {said.text}
      </p>
      <ul className="stock-list stock-counted">
        {rows.toReversed().map(({ colour, typed }) => {
          const name = `${colour.product_name}, ${colour.color_name}`;
          const now = unitsIn(typed);
          return (
            <li key={colour.variant_id}>
              <ItemPicture image={colour.image} />
              <div>
                <p>{name}</p>
                <p className="studio-soft">
                  {colour.on_shelf} expected
                  {now !== null && now !== colour.on_shelf && (
                    <b> {signed(now - colour.on_shelf)}</b>
                  )}
                </p>
              </div>
              <input
                className="field"
                inputMode="numeric"
                aria-label={`Counted units of ${name}`}
                aria-invalid={now === null ? true : undefined}
                maxLength={6}
                value={typed}
                onChange={({ currentTarget: { value } }) =>
                  setCounted(new Map([...counted, [colour.variant_id, { colour, typed: value }]]))
                }
              />
              <button
                type="button"
                className="studio-small"
                onClick={() =>
                  setCounted(new Map([...counted].filter(([id]) => id !== colour.variant_id)))
                }
              >
                Remove<span className="sr-only"> {name}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {save.isError && (
        <p className="message-error" role="alert">
          {problemText(save.error)}
        </p>
      )}
      {rows.length > 0 && (
        <div className="studio-actions">
          <button
            type="button"
            className="button"
            aria-busy={save.isPending}
            disabled={items.length < rows.length}
            onClick={() => {
              if (!save.isPending) save.mutate(JSON.stringify(items));
            }}
          >
            Save the count of {countText(rows.length, 'colour')}
          </button>
        </div>
      )}
    </div>
  );
}
