import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { giveAway, openLink } from '#domain/contracts/staff-sales.ts';
import { useBusy } from '#ui/islands/use-busy.ts';
import { asStaff } from '../../kit/as-staff.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { SelectField } from '../../kit/form/SelectField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { PiecePicker, usePieces } from '../order/PiecePicker.tsx';
import { isLoginRefusal, refusalText } from '../order/refusal-text.ts';
import { itemsOf } from '../order/UnitFields.tsx';
import { useFreshLogin } from '../../kit/use-fresh-login.ts';
import { useOpenDialog } from '../../kit/use-open-dialog.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';

const kinds = {
  link: 'Ordered by phone, paid by a link',
  gift: 'Gift, free of charge',
} as const;

const nobody = { name: '', address: '', email: '', phone: '', country: 'GB' };

interface Props {
  onClose: () => void;
  onMade: (text: string) => void;
}

/** Makes an order for somebody: paid by a mailed link, or given away. */
export default function NewOrderDialog({ onClose, onMade }: Props) {
  const dialog = useOpenDialog();
  const client = useQueryClient();
  const [kind, setKind] = useState<keyof typeof kinds>('link');
  const [person, setPerson] = useState(nobody);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { units, picker } = usePieces();
  const withFreshLogin = useFreshLogin();
  const { busy, start, end } = useBusy();
  const keyOf = useIdempotencyKey();

  async function make(): Promise<void> {
    setProblem(units.size === 0 ? 'Choose pieces.' : '');
    if (units.size === 0 || !start()) return;
    const lines = itemsOf(units);
    const event = keyOf([kind, lines, person, reason]);
    try {
      const news = await withFreshLogin(async () => {
        if (kind === 'gift') {
          const { order } = await asStaff(giveAway, { event, lines, person, reason });
          return `Order ${order} is on the list to send. ${person.email} gets an e-mail.`;
        }
        const { email } = await asStaff(openLink, { event, lines, person, order: null });
        return `The payment link goes to ${email} and works for 23 hours. Until then it is in the list Waiting.`;
      });
      for (const stale of ['orders', 'stock']) {
        void client.invalidateQueries({ queryKey: [stale] });
      }
      onMade(news);
      dialog.current?.close();
    } catch (error) {
      setProblem(isLoginRefusal(error) ? 'Nothing was done.' : refusalText(error, []));
    } finally {
      end();
    }
  }

  const field = (part: keyof typeof nobody, label: string, most: number) => (
    <TextField
      label={label}
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
    <FormDialog
      dialog={dialog}
      title="New order"
      verb={kind === 'gift' ? 'Make the gift' : 'Send the payment link'}
      busy={busy}
      problem={problem}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <SelectField label="Kind" value={kind} choices={kinds} onChange={setKind} />
      <PiecePicker {...picker} />
      {field('name', 'Name', 100)}
      {field('address', 'Address with postcode', 300)}
      <SelectField
        label="Country"
        value={person.country}
        choices={Object.fromEntries(SHIPPING_COUNTRIES.map(({ code, name }) => [code, name]))}
        onChange={(country) => setPerson({ ...person, country })}
      />
      {field('email', 'E-mail address', 254)}
      {field('phone', 'Phone number', 40)}
      {kind === 'gift' ? (
        <TextField
          label="Reason (staff and accounts only)"
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
    </FormDialog>
  );
}
