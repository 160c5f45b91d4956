import { useState } from 'react';
import { formatPounds, pence } from '#domain/money.ts';
import type { Pence } from '#domain/money.ts';
import { cancelAmount } from '#domain/refund-amount.ts';
import { correctEmail } from '#domain/wire/staff-dispatch.ts';
import type { ColourStock } from '#domain/wire/staff-inventory.ts';
import { editOrder, replaceItems } from '#domain/wire/staff-money.ts';
import { asStaff } from '../as-staff.ts';
import { CheckField } from '../form/CheckField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';
import { useMay } from '../may.ts';
import { Amounts } from './money-dialogs.tsx';
import { editOf, editRows, swapCost } from './order-edit.ts';
import { lineName, refundNews, replacementReasons } from './order-texts.ts';
import { PieceSearch } from './PiecePicker.tsx';
import { allOf, itemsOf, UnitFields, useUnits } from './UnitFields.tsx';

/** The cost of a swap, in words. */
function costText(cost: Pence | null): string {
  if (cost === null) return 'at today’s price';
  if (cost === 0) return 'at the same price';
  return cost > 0
    ? `${formatPounds(cost)} to pay by a link`
    : `${formatPounds(pence(-cost))} refunded`;
}

/** Changes unsent pieces into others, or removes some. The difference is refunded, or paid by a mailed link. */
export function EditOrderDialog(frame: DialogFrame) {
  const { order } = frame;
  const may = useMay();
  const [chosen, setChosen] = useState<readonly ColourStock[]>([]);
  const rows = editRows(order.lines, chosen);
  const { units, fields } = useUnits(
    rows,
    ({ most }) => most,
    allOf(rows, ({ now }) => now),
  );
  const { swaps, removed, tooMany } = editOf(rows, units);
  const amount = cancelAmount(order, removed);
  const nameOf = (variant: number) => {
    const row = rows.find(({ variant_id }) => variant_id === variant);
    return row ? lineName(row) : '';
  };
  const costs = swaps.map((swap) => ({ ...swap, cost: swapCost(order, rows, swap) }));
  const standsForOthers =
    order.exchange_of !== null || order.replaces !== null || order.gift !== null;
  const isDearer = costs.some(({ cost }) => cost !== null && cost > 0);
  const movesMoney = removed.size > 0 || costs.some(({ cost }) => cost !== 0);
  function choose(colour: ColourStock): void {
    setChosen([...chosen, colour]);
    fields.setTyped(new Map([...fields.typed, [colour.variant_id, '1']]));
  }
  return (
    <ActionDialog
      {...frame}
      title={`Edit order ${order.order}`}
      verb={
        amount.total > 0
          ? `Save and refund ${formatPounds(amount.total)}`
          : isDearer
            ? 'Save and send the link'
            : 'Save'
      }
      content={JSON.stringify([swaps, itemsOf(removed)])}
      check={() => {
        if (tooMany !== null)
          return `That is more of ${tooMany} than is left out of other pieces. “Add pieces” adds some.`;
        if (swaps.length + removed.size === 0) return 'Nothing is changed yet.';
        return movesMoney && !may('move_money')
          ? 'Only managers remove pieces, or swap them at another price.'
          : '';
      }}
      act={async (event) => {
        const body = { event, order: order.order ?? 0, swaps, removed: itemsOf(removed) };
        const { refund, link } = await asStaff(editOrder, body);
        return link === null
          ? `Changed. The shopper gets an e-mail. ${refundNews(refund)}`.trim()
          : `The payment link goes to ${link}. This order waits for it, at most 23 hours. ${refundNews(refund)}`.trim();
      }}
    >
      <UnitFields legend="Pieces to send" isEach {...fields} />
      <p className="studio-soft">
        Fewer of one piece and more of another is a swap. Another colour costs what was paid;
        another product costs today’s price. Pieces that are left out are refunded and go back into
        stock.
      </p>
      {may('move_money') && !standsForOthers && (
        <PieceSearch choose={choose} taken={rows} label="Find another product" />
      )}
      {costs.length > 0 && (
        <ul className="order-swaps" aria-label="Swaps">
          {costs.map(({ from, to, quantity, cost }) => (
            <li key={`${from} ${to}`}>
              {quantity} × {nameOf(from)} becomes {nameOf(to)}: {costText(cost)}
            </li>
          ))}
        </ul>
      )}
      {isDearer && (
        <p className="studio-soft">
          Until the link is paid, or lapses, the new piece is held, the old one stays in the order
          and the order must not leave. Once paid, the new piece is an order of its own, to be
          packed with this one.
        </p>
      )}
      {removed.size > 0 && order.money && <Amounts amount={amount} rest={order.money.rest_pence} />}
    </ActionDialog>
  );
}

/** Sends pieces again, free of charge, as an order of its own. */
export function ReplaceDialog(frame: DialogFrame) {
  const { order } = frame;
  const { units, fields } = useUnits(
    order.lines,
    ({ replaceable }) => replaceable,
    () => new Map(),
  );
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
