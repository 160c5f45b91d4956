import { useState } from 'react';
import { correctEmail, swapColour } from '#domain/wire/staff-dispatch.ts';
import { replaceItems } from '#domain/wire/staff-money.ts';
import { asStaff } from '../as-staff.ts';
import { CheckField } from '../form/CheckField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';
import { lineName, replacementReasons } from './order-texts.ts';
import type { Line } from './order-texts.ts';
import { itemsOf, UnitFields, useUnits } from './UnitFields.tsx';

/** Units of a line that can be sent again. */
export function replaceable(line: Line): number {
  return line.replaceable;
}

/** Lines of which unsent pieces can be swapped for another colour. */
export function swappable(lines: readonly Line[]): Line[] {
  return lines.filter(({ swaps, to_send }) => swaps.length > 0 && to_send > 0);
}

/** Exchanges unsent pieces for another colour of the product. */
export function SwapDialog(frame: DialogFrame) {
  const { order } = frame;
  const lines = swappable(order.lines);
  const [chosen, setChosen] = useState(() => String(lines[0]?.variant_id ?? ''));
  const [colour, setColour] = useState('');
  const [typed, setTyped] = useState('1');
  const line = lines.find(({ variant_id }) => String(variant_id) === chosen);
  const swap = line?.swaps.find(({ variant_id }) => String(variant_id) === colour);
  const most = Math.min(line?.to_send ?? 0, swap?.free ?? line?.to_send ?? 0);
  const quantity = Number(typed);
  return (
    <ActionDialog
      {...frame}
      title="Swap a colour"
      verb="Swap"
      content={JSON.stringify([chosen, colour, quantity])}
      check={() => {
        if (!line || !swap) return 'Choose a colour.';
        const isValid = Number.isInteger(quantity) && quantity > 0 && quantity <= most;
        return isValid ? '' : `Choose 1 to ${most} pieces.`;
      }}
      act={async (event) => {
        if (!line || !swap) return '';
        const { variant_id: from } = line;
        const { variant_id: to, color_name } = swap;
        await asStaff(swapColour, { event, order: order.order ?? 0, from, to, quantity });
        return `${quantity} × ${line.product_name} in ${color_name} instead of ${line.color_name}. The shopper gets an e-mail.`;
      }}
    >
      <SelectField
        label="Instead of"
        value={chosen}
        choices={Object.fromEntries(
          lines.map((each) => [
            String(each.variant_id),
            `${lineName(each)}: ${each.to_send} to send`,
          ]),
        )}
        onChange={(value) => {
          setChosen(value);
          setColour('');
        }}
      />
      <SelectField
        label="Send"
        value={colour}
        choices={Object.fromEntries(
          (line?.swaps ?? []).map(({ variant_id, color_name, free }) => [
            String(variant_id),
            `${color_name}: ${free} in stock`,
          ]),
        )}
        onChange={setColour}
      />
      <TextField label="Pieces" value={typed} onChange={setTyped} inputMode="numeric" required />
      <p className="studio-soft">
        The price stays as paid, and the stock of both colours is adjusted.
      </p>
    </ActionDialog>
  );
}

/** Sends pieces again, free of charge, as an order of its own. */
export function ReplaceDialog(frame: DialogFrame) {
  const { order } = frame;
  const { units, fields } = useUnits(order.lines, replaceable, () => new Map());
  const [reason, setReason] = useState<keyof typeof replacementReasons | ''>('');
  return (
    <ActionDialog
      {...frame}
      title="Send again, free of charge"
      verb="Make the replacement"
      content={JSON.stringify([itemsOf(units), reason])}
      check={() => (units.size === 0 ? 'Choose pieces to send again.' : '')}
      act={async (event) => {
        if (reason === '') return '';
        const body = { event, order: order.order ?? 0, items: itemsOf(units), reason };
        const { replacement } = await asStaff(replaceItems, body);
        return `Order ${replacement} replaces them, and is on the list to send. The shopper gets an e-mail.`;
      }}
    >
      <UnitFields legend="Pieces to send again" {...fields} />
      <SelectField
        label="Reason"
        value={reason}
        choices={replacementReasons}
        onChange={setReason}
      />
      <p className="studio-soft">
        A new order to the same address takes them from stock. Nothing is charged, and nothing is
        refunded for this order.
      </p>
    </ActionDialog>
  );
}

/** Corrects the address to which the order's e-mails go. */
export function EmailDialog(frame: DialogFrame) {
  const { order } = frame;
  const [email, setEmail] = useState(order.shopper.email);
  const [again, setAgain] = useState(true);
  return (
    <ActionDialog
      {...frame}
      title="Correct the e-mail address"
      verb="Correct"
      content={JSON.stringify([email, again])}
      act={async (event) => {
        const answer = await asStaff(correctEmail, {
          event,
          order: order.order ?? 0,
          email,
          again,
        });
        return answer.again > 0
          ? `E-mails go to ${answer.email} now. Sent again: ${answer.again}.`
          : `E-mails go to ${answer.email} now.`;
      }}
    >
      <TextField
        label="E-mail address"
        value={email}
        onChange={setEmail}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
      />
      <CheckField checked={again} onChange={setAgain}>
        Send all e-mails about this order again
      </CheckField>
      <p className="studio-soft">
        Only for this order. Earlier e-mails contain a link to it: whoever has them can open it for
        90 days.
      </p>
    </ActionDialog>
  );
}
