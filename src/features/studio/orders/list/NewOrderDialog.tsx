import { useState } from 'react';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { giveAway, openLink } from '#domain/contracts/staff-sales.ts';
import { ContractDialog, type DialogFrame } from '../../kit/form/ContractDialog.tsx';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { PiecePicker, usePieces } from '../order/PiecePicker.tsx';
import { refusalText } from '../order/refusal-text.ts';
import { itemsOf } from '../order/UnitFields.tsx';

const kinds = {
  link: 'Ordered by phone, paid by a link',
  gift: 'Gift, free of charge',
} as const;

const nobody = { name: '', address: '', email: '', phone: '', country: 'GB' };

const about = { changes: ['orders', 'stock'], textOf: (error: unknown) => refusalText(error, []) };

/** Makes an order for somebody: paid by a mailed link, or given away. */
export default function NewOrderDialog(frame: DialogFrame) {
  const [kind, setKind] = useState<keyof typeof kinds>('link');
  const [person, setPerson] = useState(nobody);
  const [reason, setReason] = useState('');
  const { units, picker } = usePieces();
  const lines = itemsOf(units);
  const link = useContractForm(openLink, {
    ...about,
    asked: { lines, person, order: null },
    done: ({ email }) =>
      `The payment link goes to ${email} and works for 23 hours. Until then it is in the list Waiting.`,
  });
  const gift = useContractForm(giveAway, {
    ...about,
    asked: { lines, person, reason },
    done: ({ order }) => `Order ${order} is on the list to send. ${person.email} gets an e-mail.`,
  });
  const form = kind === 'gift' ? gift : link;

  const field = (part: keyof typeof nobody, label: string, most: number) => (
    <TextField
      label={label}
      {...form.at(`person.${part}`)}
      value={person[part]}
      onChange={(value) => setPerson({ ...person, [part]: value })}
      spellCheck={false}
      maxLength={most}
      required
      {...(part === 'address' && { rows: 3 })}
      {...(part === 'email' && { inputMode: 'email', autoCapitalize: 'none' })}
    />
  );
  return (
    <ContractDialog
      {...frame}
      form={form}
      title="New order"
      verb={kind === 'gift' ? 'Make the gift' : 'Send the payment link'}
    >
      <SelectField label="Kind" value={kind} choices={kinds} onChange={setKind} />
      <PiecePicker {...picker} />
      {field('name', 'Name', 100)}
      {field('address', 'Address with postcode', 300)}
      <SelectField
        label="Country"
        {...form.at('person.country')}
        value={person.country}
        choices={Object.fromEntries(SHIPPING_COUNTRIES.map(({ code, name }) => [code, name]))}
        onChange={(country) => setPerson({ ...person, country })}
      />
      {field('email', 'E-mail address', 254)}
      {field('phone', 'Phone number', 40)}
      {kind === 'gift' ? (
        <TextField
          label="Reason (staff and accounts only)"
          {...form.at('reason')}
          hint="For example: press, Vogue, December issue."
          value={reason}
          onChange={setReason}
          maxLength={200}
          required
        />
      ) : (
        <p className="studio-soft">
          The pieces cost today’s prices. Delivery is chosen on the payment page, and the stock is
          held until the link is paid or lapses.
        </p>
      )}
    </ContractDialog>
  );
}
