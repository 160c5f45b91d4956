import { useStore } from '@nanostores/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { countText } from '#domain/basics/count-text.ts';
import { adjustStock, getScanned } from '#domain/contracts/staff-inventory.ts';
import { ItemPicture } from '#ui/ItemPicture.tsx';
import { Failure } from '../kit/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { problemText } from '../kit/problem-text.ts';
import { ScanField } from '../scan/ScanField.tsx';
import { useLeaveQuestion } from '../kit/use-leave-question.ts';
import { signed, unitsIn } from './stock-texts.ts';
import {
  beginSaving,
  countOne,
  dropCount,
  endSaving,
  failSaving,
  isCountStored,
  itemsOf,
  $stockTake,
  typeCount,
} from './stock-take.ts';

/** Counts the stockroom by scanning: each scan is one unit, and a number can be typed instead. */
export function StockTake() {
  const { rows } = useStore($stockTake);
  const [said, setSaid] = useState({ text: '', bad: false });
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      const sent = beginSaving();
      const items = itemsOf(sent.rows);
      await asStaff(adjustStock, { event: sent.event, why: 'counted', note: null, items });
      return sent;
    },
    onSuccess: async (sent) => {
      endSaving(sent.rows);
      const saved = itemsOf(sent.rows);
      const differ = saved.filter(({ seen, now }) => seen !== now).length;
      setSaid({
        text: `Saved: ${countText(saved.length, 'colour')} counted, ${differ === 0 ? 'all as expected' : `${differ} corrected`}.`,
        bad: false,
      });
      await client.invalidateQueries({ queryKey: ['stock'] });
    },
    onError: (error) => {
      if (error instanceof ApiError && !error.isPassing) failSaving();
    },
  });
  useLeaveQuestion(rows.length > 0 && !isCountStored());

  async function take(code: string): Promise<void> {
    try {
      const { found } = await asStaff(getScanned, { code });
      if (found) {
        countOne(found);
        setSaid({ text: `${found.product_name}, ${found.color_name}`, bad: false });
      } else setSaid({ text: `${code} is not a code of the shop. It was not counted.`, bad: true });
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
        hint="The barcode or SKU. A scanner sends Enter itself."
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
                value={typed}
                onChange={({ currentTarget: { value } }) => typeCount(colour, value)}
              />
              <Button look="small" onClick={() => dropCount(colour)}>
                Remove<span className="sr-only"> {name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <Failure of={save.error} />
      {rows.length > 0 && (
        <div className="studio-actions">
          <Button
            look="main"
            busy={save.isPending}
            disabled={itemsOf(rows).length < rows.length}
            onClick={() => save.mutate()}
          >
            Save the count of {countText(rows.length, 'colour')}
          </Button>
        </div>
      )}
    </div>
  );
}
