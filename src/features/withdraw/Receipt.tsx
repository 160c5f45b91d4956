import { company } from '#brand/company.ts';
import { dayText } from '#domain/orders/order-promise.ts';
import type { Withdrawn } from '#api/withdraw.ts';
import { FocusedHeading } from './FocusedHeading.tsx';

const times = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/London',
});

/** The declaration, its time, and the next steps. The same text is sent to the order's address. */
export function Receipt({ done }: { done: Withdrawn }) {
  return (
    <div className="grid max-w-prose gap-4">
      <FocusedHeading>You have withdrawn from the contract.</FocusedHeading>
      <p>
        We received your withdrawal from {done.whole ? '' : 'a part of '}order {done.order} on{' '}
        {times.format(new Date(done.at))} (London time). An e-mail that confirms this is on its way
        to you.
      </p>
      {done.cancelled && (
        <p>What had not left yet is cancelled, and its money is on its way back to you.</p>
      )}
      {done.cancelsAt !== null && (
        <p>
          What has not left yet is cancelled after {times.format(new Date(done.cancelsAt))} (London
          time), and its money then goes back to you.
        </p>
      )}
      {done.back && (
        <>
          <p>
            Write <strong className="whitespace-nowrap">{done.back.code}</strong> on the parcel and
            send it by {dayText(done.back.sendBy)} to:
          </p>
          <address className="whitespace-pre-line wrap-anywhere not-italic">
            {company.returnsAddress.replaceAll(', ', '\n')}
          </address>
          <p>
            {done.back.getsLabel
              ? 'If our e-mail has a label, use that: we pay for it. Otherwise you pay for the postage.'
              : 'You pay for the postage.'}{' '}
            Keep the proof of posting.
          </p>
        </>
      )}
    </div>
  );
}
