import { useState } from 'react';
import { addNote, resendMail } from '#domain/contracts/staff-dispatch.ts';
import { asStaff } from '../../kit/as-staff.ts';
import { TextField } from '../../kit/form/TextField.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';
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
      act={async (event) => {
        await asStaff(addNote, { event, checkout: frame.order.checkout, text });
        return 'Note added.';
      }}
    >
      <TextField
        label="Note (staff only)"
        value={text}
        onChange={setText}
        rows={4}
        maxLength={2000}
        required
      />
    </ActionDialog>
  );
}

/** Resends an e-mail. */
export function ResendDialog({ mail, ...frame }: DialogFrame & { mail: Mail }) {
  return (
    <ActionDialog
      {...frame}
      title="Resend the e-mail?"
      verb="Resend"
      act={async (event) => {
        await asStaff(resendMail, { event, mail: mail.id });
        return `“${mailName(mail.kind)}” resent.`;
      }}
    >
      <p>
        Sends “{mailName(mail.kind)}” to {isNotice(mail) ? 'staff' : frame.order.shopper.email}{' '}
        again, with current data.
      </p>
      {mail.last_error !== null && <p>Last error: {mail.last_error}</p>}
    </ActionDialog>
  );
}
