import { company } from '#brand/company.ts';
import { dayText } from '#domain/orders/order-promise.ts';
import type { Order, OrderReturn, ReturnLabel } from '#domain/orders/order.ts';
import { faultKinds, returnPostage } from '#domain/orders/return-kinds.ts';
import type { OrderActs } from './order-acts.ts';
import { ReturnPhotos } from './ReturnPhotos.tsx';
import { useAct } from './use-act.ts';
import type { PickedPhoto } from './use-picked-photos.ts';

interface Props {
  back: OrderReturn;
  acts: OrderActs;
  /** Whether its order is in the shopper's account, where it can be ordered again. */
  owned: boolean;
  /** Photos chosen along with it, to upload. */
  picked: readonly PickedPhoto[];
  onChange: (order: Order) => void;
}

/** Instructions for an exchange: place a new order; or the order that was placed. */
function Exchange({ nextOrder }: Pick<OrderReturn, 'nextOrder'>) {
  if (nextOrder !== null) return <p>Your new order since then: {nextOrder}</p>;
  return (
    <p>
      Would you like it again, or in another colour? Place a new order: <b>Order Again</b> below
      puts the same pieces into your cart, and other colours are among{' '}
      <a className="link" href="/all-products">
        all products
      </a>
      .
    </p>
  );
}

/** How a return comes back: with the shop's label or, without one, by the shopper's own post. */
function HowTo({ back: { code, kind, sendBy, label } }: Pick<Props, 'back'>) {
  if (label?.isUnderWay) return <OnItsWay label={label} />;
  const mark = (
    <>
      Write <strong className="whitespace-nowrap">{code}</strong> on the parcel
    </>
  );
  if (label?.paper) {
    return (
      <>
        <p>
          {mark}, stick the label on it, and hand it to {label.carrier} by {dayText(sendBy)}. We pay
          for it. Keep the proof of posting.
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-2">
          <a className="link" href={label.paper} target="_blank" rel="noreferrer">
            Return label (PDF)
          </a>
          {label.code !== null && (
            <a className="link" href={label.code} target="_blank" rel="noreferrer">
              QR code, if you cannot print
            </a>
          )}
        </p>
      </>
    );
  }
  return (
    <>
      {label && (
        <p>We are getting you a label, and pay for it. Look here again in a few minutes.</p>
      )}
      <p>
        {mark} and send it by {dayText(sendBy)} to:
      </p>
      <address className="whitespace-pre-line wrap-anywhere not-italic">
        {company.returnsAddress.replaceAll(', ', '\n')}
      </address>
      <p>{!label && returnPostage[kind]} Keep the proof of posting.</p>
    </>
  );
}

function OnItsWay({ label: { carrier, trackingLink } }: { label: ReturnLabel }) {
  return (
    <p>
      It is on its way back to us with {carrier}.{' '}
      {trackingLink !== null && (
        <a className="link" href={trackingLink} target="_blank" rel="noreferrer">
          Track it
        </a>
      )}
    </p>
  );
}

/** An open return: its code and instructions. */
export function ReturnNote({ back, acts, owned, picked, onChange }: Props) {
  const { busy, problem, run } = useAct();
  const isFault = faultKinds.includes(back.kind);

  async function callOff(event: string): Promise<void> {
    const changed = await acts.callOff(event, back.id);
    if (changed) onChange(changed);
  }

  return (
    <div className="grid gap-3 border border-ink p-4">
      <h4 className="font-semibold">
        Return <span className="whitespace-nowrap">{back.code}</span>
      </h4>
      <ul>
        {back.items.map((item) => (
          <li key={item} className="wrap-anywhere">
            {item}
          </li>
        ))}
      </ul>
      {back.state === 'received' ? (
        <>
          <p>
            It has arrived with us.
            {back.refundDue
              ? ' We look at it and then refund you.'
              : ' Its refund was arranged before.'}
          </p>
          {isFault && <ReturnPhotos back={back} acts={acts} picked={picked} />}
        </>
      ) : (
        <>
          <HowTo back={back} />
          {isFault && <ReturnPhotos back={back} acts={acts} picked={picked} />}
          {back.wish.length > 0 ? (
            <p>
              You would like {back.wish.join(', ')} instead. We write to you when it is agreed; if
              it cannot be, you get your money back.
            </p>
          ) : (
            owned && <Exchange nextOrder={back.nextOrder} />
          )}
          <button
            type="button"
            className="button-quiet w-full"
            aria-busy={busy}
            onClick={() => void run(callOff)}
          >
            Keep It After All<span className="sr-only">: end return {back.code}</span>
          </button>
        </>
      )}
      <output>{problem !== '' && <span className="message-error">{problem}</span>}</output>
    </div>
  );
}
