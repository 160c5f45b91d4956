import { useState } from 'react';
import { faultKinds, returnNames } from '#domain/return-kinds.ts';
import { exchangeItems } from '#domain/wire/staff-return.ts';
import { asStaff } from '../as-staff.ts';
import { CheckField } from '../form/CheckField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';
import { exchangeable, lineName } from './order-texts.ts';
import type { Return } from './order-texts.ts';
import { UnitFields, useUnits } from './UnitFields.tsx';

/** Agrees an exchange: a return, and an order of other colours. */
export default function ExchangeDialog(frame: DialogFrame) {
  const { order } = frame;
  const { units, fields } = useUnits(order.lines, exchangeable, () => new Map());
  const [colours, setColours] = useState<ReadonlyMap<number, string>>(new Map());
  const [kind, setKind] = useState<Return['kind']>('return');
  const [reason, setReason] = useState('');
  const [atOnce, setAtOnce] = useState(false);
  const chosen = order.lines.filter(({ variant_id }) => units.has(variant_id));
  const items = chosen.map(({ variant_id: from }) => ({
    from,
    to: Number(colours.get(from) ?? 0),
    quantity: units.get(from) ?? 0,
  }));
  return (
    <ActionDialog
      {...frame}
      title={`Exchange pieces of order ${order.order}`}
      verb="Exchange"
      content={JSON.stringify([items, kind, reason, atOnce])}
      check={() => {
        if (items.length === 0) return 'Choose pieces to exchange.';
        return items.some(({ to }) => to === 0) ? 'Choose a colour for each.' : '';
      }}
      act={async (event) => {
        const body = { event, order: order.order ?? 0, items, kind, reason, at_once: atOnce };
        const { exchange, code } = await asStaff(exchangeItems, body);
        return atOnce
          ? `Order ${exchange} is on the list to send. The shopper gets code ${code} by e-mail.`
          : `Order ${exchange} waits for return ${code}. The shopper gets the code by e-mail.`;
      }}
    >
      <UnitFields legend="Pieces that come back" isEach {...fields} />
      {chosen.map((line) => (
        <SelectField
          key={line.variant_id}
          label={`Instead of ${lineName(line)}`}
          value={colours.get(line.variant_id) ?? ''}
          choices={Object.fromEntries(
            line.swaps.map(({ variant_id, color_name, free }) => [
              String(variant_id),
              `${color_name}: ${free} in stock`,
            ]),
          )}
          onChange={(colour) => setColours(new Map([...colours, [line.variant_id, colour]]))}
        />
      ))}
      <SelectField label="Kind of return" value={kind} choices={returnNames} onChange={setKind} />
      <TextField
        label="Reason (the shopper reads this)"
        value={reason}
        onChange={setReason}
        rows={2}
        maxLength={1000}
        required={faultKinds.includes(kind)}
      />
      <CheckField checked={atOnce} onChange={setAtOnce}>
        Send at once, without waiting for the return
      </CheckField>
      <p className="studio-soft">
        A new order takes the pieces from stock now and charges nothing. If the return is refused or
        called off before it leaves, it is cancelled.
      </p>
    </ActionDialog>
  );
}
