import { useState } from 'react';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import type { Foreseen } from '#domain/contracts/staff-money.ts';
import { giveAway, openLink, sellInHand } from '#domain/contracts/staff-sales.ts';
import { discountText, formatPounds, pence } from '#domain/money/money.ts';
import { inHandNames } from '#domain/orders/payment-words.ts';
import { Facts } from '../../kit/Facts.tsx';
import { AmountField, amountIn } from '../../kit/form/AmountField.tsx';
import { CheckField } from '../../kit/form/CheckField.tsx';
import { ContractDialog, type DialogFrame } from '../../kit/form/ContractDialog.tsx';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { PiecePicker, PriceFields, usePieces } from '../order/PiecePicker.tsx';
import { refusalText } from '../order/refusal-text.ts';
import { useForeseen } from '../order/use-foreseen.ts';

const kinds = {
  link: 'Paid by a mailed link',
  ...inHandNames,
  gift: 'Gift, free of charge',
} as const;

const nobody = { name: '', address: '', email: '', phone: '', country: 'GB' };

const about = { changes: ['orders', 'stock'], textOf: (error: unknown) => refusalText(error, []) };

/** The sums of a sale. @param delivery the label of the postage. */
function SaleSums({ sale, delivery }: { sale: NonNullable<Foreseen['sale']>; delivery: string }) {
  return (
    <Facts
      className="order-sums"
      facts={[
        ['Goods', formatPounds(sale.subtotal_pence)],
        sale.discount_pence > 0 && ['Discount', discountText(sale.discount_pence)],
        sale.tax_pence > 0 && ['Tax', formatPounds(sale.tax_pence)],
        sale.shipping_pence > 0 && [delivery, formatPounds(sale.shipping_pence)],
      ]}
    >
      <div data-total="">
        <dt>Total</dt>
        <dd>{formatPounds(sale.total_pence)}</dd>
      </div>
    </Facts>
  );
}

/** Makes an order for somebody: paid by a mailed link, in cash or on our card reader, or given away. */
export default function NewOrderDialog(frame: DialogFrame) {
  const [kind, setKind] = useState<keyof typeof kinds>('link');
  const [person, setPerson] = useState(nobody);
  const [isTaken, setTaken] = useState(true);
  const [off, setOff] = useState('');
  const [reason, setReason] = useState('');
  const { lines, picker, pricing } = usePieces();
  const isInHand = kind === 'cash' || kind === 'card_reader';
  const handed_over = isInHand && isTaken;
  const country = handed_over ? 'GB' : person.country;
  const discount_pence = amountIn(off) ?? Number.NaN;
  const amounts = [discount_pence, ...lines.map(({ unit_pence = 0 }) => unit_pence)];
  const { foreseen, problem } = useForeseen(
    kind === 'gift' || lines.length === 0 || !amounts.every(Number.isFinite)
      ? null
      : { act: 'sale', lines, discount_pence, country, handed_over },
    [],
  );
  const sale = foreseen?.sale;
  const link = useContractForm(openLink, {
    ...about,
    asked: { lines, person, order: null, discount_pence },
    blocked: problem,
    done: ({ email }) =>
      `The payment link goes to ${email} and works for 23 hours. Until then it is in the list Waiting.`,
  });
  const inHand = useContractForm(sellInHand, {
    ...about,
    asked: {
      lines,
      discount_pence,
      handed_over,
      method: kind,
      person: handed_over ? { name: person.name, email: person.email } : person,
      total_pence: sale?.total_pence ?? 0,
    },
    blocked: problem,
    done: ({ order, total_pence }) => `Order ${order}: ${formatPounds(pence(total_pence))} taken.`,
  });
  const gift = useContractForm(giveAway, {
    ...about,
    asked: { lines, person, reason },
    done: ({ order }) => `Order ${order} is on the list to send. ${person.email} gets an e-mail.`,
  });
  const form = kind === 'gift' ? gift : isInHand ? inHand : link;
  const verb = {
    link: 'Send the payment link',
    cash: `Take ${sale ? formatPounds(sale.total_pence) : 'the money'} in cash`,
    card_reader: `Take ${sale ? formatPounds(sale.total_pence) : 'the money'} by card`,
    gift: 'Make the gift',
  }[kind];

  const field = (part: keyof typeof nobody, label: string, most: number, required = true) => (
    <TextField
      label={label}
      {...form.at(`person.${part}`)}
      value={person[part]}
      onChange={(value) => setPerson({ ...person, [part]: value })}
      spellCheck={false}
      maxLength={most}
      required={required}
      {...(part === 'address' && { rows: 3 })}
      {...(part === 'email' && { inputMode: 'email', autoCapitalize: 'none' })}
    />
  );
  return (
    <ContractDialog {...frame} form={form} title="New order" verb={verb}>
      <SelectField label="Kind" value={kind} choices={kinds} onChange={setKind} />
      <PiecePicker {...picker} />
      {kind !== 'gift' && (
        <>
          <PriceFields {...pricing} />
          <AmountField
            label="Discount on the goods"
            {...form.at('discount_pence')}
            value={off}
            onChange={setOff}
          />
        </>
      )}
      {isInHand && (
        <CheckField checked={isTaken} onChange={setTaken}>
          The buyer takes the pieces along
        </CheckField>
      )}
      {field('name', handed_over ? 'Name, if known' : 'Name', 100, !handed_over)}
      {!handed_over && (
        <>
          {field('address', 'Address with postcode', 300)}
          <SelectField
            label="Country"
            {...form.at('person.country')}
            value={person.country}
            choices={Object.fromEntries(SHIPPING_COUNTRIES.map(({ code, name }) => [code, name]))}
            onChange={(chosen) => setPerson({ ...person, country: chosen })}
          />
        </>
      )}
      {field(
        'email',
        handed_over ? 'E-mail address for the receipt, if wanted' : 'E-mail address',
        254,
        !handed_over,
      )}
      {!handed_over && field('phone', 'Phone number', 40)}
      {kind === 'gift' && (
        <TextField
          label="Reason (staff and accounts only)"
          {...form.at('reason')}
          hint="For example: press, Vogue, December issue."
          value={reason}
          onChange={setReason}
          maxLength={200}
          required
        />
      )}
      {kind !== 'gift' &&
        (sale ? (
          <SaleSums sale={sale} delivery={isInHand ? 'Delivery' : 'Delivery, from'} />
        ) : (
          <output className="studio-soft">{problem}</output>
        ))}
      {kind === 'link' && (
        <p className="studio-soft">
          Delivery is chosen on the payment page, and the stock is held until the link is paid or
          lapses.
        </p>
      )}
    </ContractDialog>
  );
}
