import { useState } from 'react';
import { formatPounds, NO_PENCE } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { correctEmail } from '#domain/contracts/staff-dispatch.ts';
import type { ColourStock } from '#domain/contracts/staff-inventory.ts';
import { editOrder, replaceItems } from '#domain/contracts/staff-money.ts';
import { CheckField } from '../../kit/form/CheckField.tsx';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { ContractDialog } from '../../kit/form/ContractDialog.tsx';
import { type OrderFrame, useOrderForm } from './use-order-form.ts';
import { Amounts } from './Amounts.tsx';
import { editOf, editRows } from './order-edit.ts';
import { lineName, refundNews, replacementReasons } from './order-texts.ts';
import { PieceSearch } from './PiecePicker.tsx';
import { allOf, itemsOf, UnitFields, useUnits } from './UnitFields.tsx';
import { useForeseen } from './use-foreseen.ts';

/** The price of a swap that is done at once; of one that is paid for by a link if undefined. */
function costText(refund: Pence | undefined): string {
  if (refund === undefined) return 'costs more, to pay by the link';
  return refund === 0 ? 'at the same price' : `${formatPounds(refund)} refunded`;
}

/** Changes unsent pieces into others, or removes some. The difference is refunded, or paid by a mailed link. */
export function EditOrderDialog(frame: OrderFrame) {
  const { order } = frame;
  const [chosen, setChosen] = useState<readonly ColourStock[]>([]);
  const rows = editRows(order.lines, chosen);
  const { units, fields } = useUnits(
    rows,
    ({ most }) => most,
    allOf(rows, ({ now }) => now),
  );
  const { swaps, removed, tooMany } = editOf(rows, units);
  const nameOf = (variant: number) => {
    const row = rows.find(({ variant_id }) => variant_id === variant);
    return row ? lineName(row) : '';
  };
  const productOf = (variant: number) =>
    rows.find(({ variant_id }) => variant_id === variant)?.product_id;
  const isOtherProduct = swaps.some(({ from, to }) => productOf(from) !== productOf(to));
  const standsForOthers =
    order.exchange_of !== null || order.replaces !== null || order.gift !== null;
  const movesMoney = removed.size > 0 || isOtherProduct;
  const edit = { order: order.order ?? 0, swaps, removed: itemsOf(removed) };
  const foresight = useForeseen(
    movesMoney && tooMany === null ? { act: 'edit', ...edit } : null,
    order.lines,
  );
  const { foreseen, refund_pence = NO_PENCE } = foresight;
  const link = foreseen?.link_pence ?? null;
  function choose(colour: ColourStock): void {
    setChosen([...chosen, colour]);
    fields.setTyped(new Map([...fields.typed, [colour.variant_id, '1']]));
  }
  const form = useOrderForm(editOrder, order, {
    asked: { ...edit, refund_pence },
    blocked:
      tooMany === null
        ? swaps.length + removed.size === 0
          ? 'Nothing is changed yet.'
          : foresight.problem
        : `That is more of ${tooMany} than is left out of other pieces. “Add pieces” adds some.`,
    done: ({ refund, link: mailed }) =>
      mailed === null
        ? `Changed. The shopper gets an e-mail. ${refundNews(refund)}`.trim()
        : `The payment link goes to ${mailed}. This order waits for it, at most 23 hours. ${refundNews(refund)}`.trim(),
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={`Edit order ${order.order}`}
      verb={
        refund_pence > 0
          ? `Save and refund ${formatPounds(refund_pence)}`
          : link === null
            ? 'Save'
            : 'Save and send the link'
      }
    >
      <UnitFields legend="Pieces to send" isEach {...fields} />
      <p className="studio-soft">
        Fewer of one piece and more of another is a swap. Another colour costs what was paid;
        another product costs today’s price. Pieces that are left out are refunded and go back into
        stock.
      </p>
      {!standsForOthers && (
        <PieceSearch choose={choose} taken={rows} label="Find another product" />
      )}
      {swaps.length > 0 && (
        <ul className="order-swaps" aria-label="Swaps">
          {swaps.map(({ from, to, quantity }) => {
            const done = foreseen?.swaps.find((swap) => swap.from === from && swap.to === to);
            return (
              <li key={`${from} ${to}`}>
                {quantity} × {nameOf(from)} becomes {nameOf(to)}
                {foreseen && `: ${costText(done?.refund_pence)}`}
              </li>
            );
          })}
        </ul>
      )}
      {link !== null && (
        <p className="studio-soft">
          <b>{formatPounds(link)} to pay by the link.</b> Until the link is paid, or lapses, the new
          piece is held, the old one stays in the order and the order must not leave. Once paid, the
          new piece is an order of its own, to be packed with this one.
        </p>
      )}
      {movesMoney && (link === null || refund_pence > 0) && <Amounts {...foresight} />}
    </ContractDialog>
  );
}

/** Sends pieces again, free of charge, as an order of its own. */
export function ReplaceDialog(frame: OrderFrame) {
  const { order } = frame;
  const { units, fields } = useUnits(
    order.lines,
    ({ replaceable }) => replaceable,
    () => new Map(),
  );
  const [reason, setReason] = useState<keyof typeof replacementReasons | ''>('');
  const form = useOrderForm(replaceItems, order, {
    asked: { order: order.order ?? 0, items: itemsOf(units), reason },
    done: ({ replacement }) =>
      `Order ${replacement} replaces them, and is on the list to send. The shopper gets an e-mail.`,
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title="Send again, free of charge"
      verb="Make the replacement"
    >
      <UnitFields legend="Pieces to send again" {...fields} />
      <SelectField
        label="Reason"
        {...form.at('reason')}
        value={reason}
        choices={replacementReasons}
        onChange={setReason}
      />
      <p className="studio-soft">
        A new order to the same address takes them from stock. Nothing is charged, and nothing is
        refunded for this order.
      </p>
    </ContractDialog>
  );
}

/** Corrects the address to which the order's e-mails go. */
export function EmailDialog(frame: OrderFrame) {
  const { order } = frame;
  const [email, setEmail] = useState(order.shopper.email);
  const [again, setAgain] = useState(true);
  const form = useOrderForm(correctEmail, order, {
    asked: { order: order.order ?? 0, email, again },
    done: (answer) =>
      answer.again > 0
        ? `E-mails go to ${answer.email} now. Sent again: ${answer.again}.`
        : `E-mails go to ${answer.email} now.`,
  });
  return (
    <ContractDialog {...frame} form={form} title="Correct the e-mail address" verb="Correct">
      <TextField
        label="E-mail address"
        {...form.at('email')}
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
        Only for this order. Earlier e-mails contain a link to it: anyone who has them can open it
        for 90 days.
      </p>
    </ContractDialog>
  );
}
