import { useState } from 'react';
import { addNote, resendMail } from '#domain/contracts/staff-dispatch.ts';
import { TextField } from '../../kit/form/TextField.tsx';
import { ContractDialog } from '../../kit/form/ContractDialog.tsx';
import { type OrderFrame, useOrderForm } from './use-order-form.ts';
import { isNotice, mailName } from './order-texts.ts';
import type { Mail } from './order-texts.ts';

/** A note that only staff read. */
export function NoteDialog(frame: OrderFrame) {
  const [text, setText] = useState('');
  const form = useOrderForm(addNote, frame.order, {
    asked: { checkout: frame.order.checkout, text },
    done: () => 'Note added.',
  });
  return (
    <ContractDialog {...frame} form={form} title="Add a note" verb="Add">
      <TextField
        label="Note (staff only)"
        {...form.at('text')}
        value={text}
        onChange={setText}
        rows={4}
        maxLength={2000}
        required
      />
    </ContractDialog>
  );
}

/** Resends an e-mail. */
export function ResendDialog({ mail, ...frame }: OrderFrame & { mail: Mail }) {
  const form = useOrderForm(resendMail, frame.order, {
    asked: { mail: mail.id },
    done: () => `“${mailName(mail.kind)}” resent.`,
  });
  return (
    <ContractDialog {...frame} form={form} title="Resend the e-mail?" verb="Resend">
      <p>
        Sends “{mailName(mail.kind)}” to {isNotice(mail) ? 'staff' : frame.order.shopper.email}{' '}
        again, with current data.
      </p>
      {mail.last_error !== null && <p>Last error: {mail.last_error}</p>}
    </ContractDialog>
  );
}
