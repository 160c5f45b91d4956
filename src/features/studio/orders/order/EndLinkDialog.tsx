import { endLink } from '#domain/contracts/staff-sales.ts';
import { asStaff } from '../../kit/as-staff.ts';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';

/** Calls a payment link off. */
export default function EndLinkDialog(frame: DialogFrame) {
  const { checkout, added_to } = frame.order;
  return (
    <ActionDialog
      {...frame}
      title="Call the payment link off?"
      verb="Call off"
      act={async () => {
        const { is_paid } = await asStaff(endLink, { checkout });
        return is_paid ? 'It has just been paid.' : 'Called off. Its stock is free again.';
      }}
    >
      <p>
        The link in the e-mail no longer works, and the stock is free again.
        {added_to !== null && ` Order ${added_to} may leave as it was.`} The shopper gets no e-mail
        about this.
      </p>
    </ActionDialog>
  );
}
