import { openLink } from '#domain/contracts/staff-sales.ts';
import { asStaff } from '../../kit/as-staff.ts';
import { ActionDialog } from './ActionDialog.tsx';
import type { DialogFrame } from './ActionDialog.tsx';
import { PiecePicker, usePieces } from './PiecePicker.tsx';
import { itemsOf } from './UnitFields.tsx';

/** Adds pieces to an order, paid by a mailed link. */
export default function AddPiecesDialog(frame: DialogFrame) {
  const { order } = frame;
  const { units, picker } = usePieces();
  return (
    <ActionDialog
      {...frame}
      title={`Add pieces to order ${order.order}`}
      verb="Send the payment link"
      content={JSON.stringify(itemsOf(units))}
      check={() => (units.size === 0 ? 'Choose pieces to add.' : '')}
      act={async (event) => {
        const body = { event, lines: itemsOf(units), order: order.order, person: null };
        const { email } = await asStaff(openLink, body);
        return `The payment link goes to ${email}. This order waits for it, at most 23 hours.`;
      }}
    >
      <PiecePicker {...picker} />
      <p className="studio-soft">
        They cost today’s prices and no postage, and become an order of their own, to be packed with
        this one. Until they are paid, or the link lapses, their stock is held and this order must
        not leave.
      </p>
    </ActionDialog>
  );
}
