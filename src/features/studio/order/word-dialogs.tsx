import { useState } from 'react';
import { addNote, resendMail } from '#api/staff/dispatch.ts';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';
import { TextField } from './fields.tsx';
import { isNotice, mailName } from './order-texts.ts';
import type { Mail } from './order-texts.ts';

/** A note that only staff read. */
export function NoteDialog(frame: DialogFrame) {
  const [text, setText] = useState('');
  return (
    <ActionDialog
      {...frame}
      title="Add a note"
      verb="Add"
      content={text}
      act={async (event, customer) => {
        await addNote({ event, checkout: frame.order.checkout, text }, customer);
        return 'Noted.';
      }}
    >
      <TextField
        label="Note, which only colleagues read"
        value={text}
        onChange={setText}
        rows={4}
        maxLength={2000}
        required
      />
    </ActionDialog>
  );
}

/** Sends an e-mail once more. */
export function ResendDialog({ mail, ...frame }: DialogFrame & { mail: Mail }) {
  return (
    <ActionDialog
      {...frame}
      title="Send the e-mail again?"
      verb="Send again"
      act={async (event, customer) => {
        await resendMail({ event, mail: mail.id }, customer);
        return `“${mailName(mail.kind)}” is sent again.`;
      }}
    >
      <p>
        “{mailName(mail.kind)}” goes to{' '}
        {isNotice(mail) ? 'the shop’s own people' : frame.order.shopper.email} once more, as things
        are now.
      </p>
      {mail.last_error !== null && <p>It failed last: {mail.last_error}</p>}
    </ActionDialog>
  );
}
