import { Suspense } from 'react';
import { trackingLink } from '#domain/orders/carrier.ts';
import { countryName } from '#domain/countries/countries.ts';
import { priceText } from '#domain/money/shown-price.ts';
import { formatPounds } from '#domain/money/money.ts';
import { deliveryLines } from '#domain/postal/delivery-lines.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { ItemPicture } from '#ui/ItemPicture.tsx';
import { type Fact, Facts } from '../../kit/Facts.tsx';
import { dayInText, momentText } from '../../kit/day-text.ts';
import { ActButton, ActButtons, type PartAction } from './ActButtons.tsx';
import { resendAct } from './decisions.tsx';
import {
  CorrectParcelDialog,
  DeliverDialog,
  EmailDialog,
  LabelDialog,
  OrderLabels,
  UndoDispatchDialog,
} from './later-dialogs.ts';
import type { Open } from './use-order-form.ts';
import {
  entryActor,
  entryText,
  entryTitle,
  expectedText,
  isNotice,
  lineName,
  mailName,
  mailState,
  piecesText,
} from './order-texts.ts';
import type { Line, Parcel } from './order-texts.ts';
import { customerAt } from '../../kit/customer-place.ts';
import { linkTo } from '../../kit/use-place.ts';
import { Section } from './Section.tsx';

interface Props {
  order: StaffOrder;
  open: Open;
}

/** States of a line's units: "1 sent, 1 to send". */
function unitsText(line: Line): string {
  const counts: [units: number, state: string][] = [
    [line.to_send, 'to send'],
    [line.sent, 'sent'],
    [line.cancelled, 'cancelled'],
    [line.return_asked, 'on the way back'],
    [line.returned, 'returned'],
    [line.refunded - line.refund_owed, 'refunded'],
    [line.refund_owed, 'to be refunded'],
  ];
  return counts.flatMap(([units, state]) => (units > 0 ? [`${units} ${state}`] : [])).join(', ');
}

/** The lines of the order, with the state of their units. */
export function Lines({ order }: Pick<Props, 'order'>) {
  return (
    <Section title="Pieces">
      <ul className="order-list">
        {order.lines.map((line) => (
          <li key={line.variant_id} className="order-line">
            <ItemPicture image={line.image} />
            <div>
              <p>
                <b>{line.ordered} ×</b> {line.product_name}
              </p>
              <p className="studio-soft">{line.color_name}</p>
              <p className="order-units-text">{unitsText(line)}</p>
            </div>
            {line.unit_pence !== null && (
              <p>{priceText(line.unit_pence, (order.money?.tax_basis_points ?? 0) / 100)}</p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Address({ address }: { address: NonNullable<StaffOrder['delivery']> }) {
  const { phone } = address;
  return (
    <address>
      {[...deliveryLines(address), ...(phone ? [phone] : [])].map((line) => (
        <span key={line} className="order-address-line">
          {line}
        </span>
      ))}
    </address>
  );
}

/** The shopper's own words, written after the purchase. */
export function Wishes({ order: { words } }: Pick<Props, 'order'>) {
  if (words === null) return null;
  return (
    <Section title="From the shopper">
      {words.gift_message !== null && (
        <>
          <p className="studio-soft">Gift message, printed on the slip</p>
          <p className="order-quote">{words.gift_message}</p>
        </>
      )}
      {words.note !== null && (
        <>
          <p className="studio-soft">Note</p>
          <p className="order-quote">{words.note}</p>
        </>
      )}
    </Section>
  );
}

const correctEmail: PartAction = [
  'answer_shoppers',
  'Correct',
  (frame) => <EmailDialog {...frame} />,
];
const correctLabel: PartAction = [
  'pack',
  'Correct the label',
  (frame) => <LabelDialog {...frame} />,
];

/** The shopper, and the delivery address. */
export function Delivery({ order, open }: Props) {
  const { shopper, delivery, label } = order;
  const facts: Fact[] = [
    [
      'Bought by',
      shopper.customer === null ? (
        shopper.name || 'Erased with the account'
      ) : (
        <a key="customer" className="link" {...linkTo(customerAt(shopper.customer))}>
          {shopper.name || 'Customer'}
        </a>
      ),
    ],
    shopper.email !== '' && [
      'E-mail',
      <>
        <a className="link" href={`mailto:${shopper.email}`}>
          {shopper.email}
        </a>{' '}
        {order.order !== null && (
          <ActButton of={correctEmail} about="the e-mail address" open={open} />
        )}
      </>,
    ],
    shopper.name !== '' && [
      'Phone',
      shopper.phone === '' ? (
        'None given'
      ) : (
        <a key="phone" className="link" href={`tel:${shopper.phone.replaceAll(/[^+\d]/g, '')}`}>
          {shopper.phone}
        </a>
      ),
    ],
  ];
  return (
    <Section title="Deliver to">
      {label !== null && (
        <>
          <p className="order-state">Corrected on the label</p>
          <Address address={label} />
          <p className="studio-soft">Entered by the shopper:</p>
        </>
      )}
      {delivery === null ? (
        <p>{countryName(order.country) ?? order.country}: no address before payment.</p>
      ) : (
        <div data-replaced={label === null ? undefined : ''}>
          <Address address={delivery} />
        </div>
      )}
      {order.shipping_name !== null && <p className="studio-soft">By {order.shipping_name}</p>}
      {order.units_to_send > 0 && <ActButtons acts={[correctLabel]} open={open} />}
      <Facts className="order-facts" facts={facts} />
    </Section>
  );
}

/** Whether delivery no longer matters: all of the parcel or of the money is back. */
function isSettled({ items }: Parcel, order: StaffOrder): boolean {
  return (
    order.money_status === 'refunded' ||
    items.every(({ variant_id }) =>
      order.lines.some((line) => line.variant_id === variant_id && line.returned >= line.sent),
    )
  );
}

/** Whether the parcel may not have left: not delivered, and nothing of it coming back. */
function isHere({ delivered_at, items }: Parcel, order: StaffOrder): boolean {
  return (
    delivered_at === null &&
    items.every(({ variant_id, quantity }) =>
      order.lines.some(
        (line) =>
          line.variant_id === variant_id &&
          line.sent - quantity >= line.return_asked + line.returned,
      ),
    )
  );
}

function ParcelRow({ parcel, order, open }: Props & { parcel: Parcel }) {
  const { carrier, tracking_number, sent_at, delivered_at, expected, items } = parcel;
  const link = trackingLink(carrier, tracking_number);
  const acts: PartAction[] = [
    delivered_at === null &&
      !isSettled(parcel, order) && [
        'pack',
        'Mark as delivered',
        (frame) => <DeliverDialog {...frame} parcel={parcel} />,
      ],
    ['pack', 'Correct', (frame) => <CorrectParcelDialog {...frame} parcel={parcel} />],
    isHere(parcel, order) && [
      'pack',
      'Not sent after all',
      (frame) => <UndoDispatchDialog {...frame} parcel={parcel} />,
    ],
  ];
  const batches = [...new Set(items.flatMap(({ batch }) => batch ?? []))];
  return (
    <li>
      <p className="order-row">
        <b>{carrier}</b>{' '}
        {link === null ? (
          (tracking_number ?? 'without tracking')
        ) : (
          <a className="link" href={link} target="_blank" rel="noreferrer">
            {tracking_number}
          </a>
        )}
      </p>
      <p className="studio-soft">
        {piecesText(items, order.lines)}
        {parcel.with.length > 0 && `, in one parcel with order ${parcel.with.join(', ')}`}
      </p>
      {batches.length > 0 && <p className="studio-soft">Batch {batches.join(', ')}</p>}
      <p className="studio-soft">
        Sent <time dateTime={sent_at}>{momentText(sent_at)}</time>
        {delivered_at !== null && (
          <>
            , delivered <time dateTime={delivered_at}>{momentText(delivered_at)}</time>
          </>
        )}
        {expected !== null && `, ${expectedText(expected, order.promise)}`}
      </p>
      <ActButtons acts={acts} about={`of ${tracking_number ?? carrier}`} open={open} />
    </li>
  );
}

function ReturnWindow({ of }: { of: NonNullable<StaffOrder['return_window']> }) {
  const { delivery_known, return_until } = of;
  return (
    <p className="studio-soft">
      Returns until <time dateTime={return_until}>{dayInText(return_until)}</time>
      {!delivery_known && ', an estimate until the delivery is known'}.
    </p>
  );
}

/** Dispatched parcels, and labels. */
export function Parcels({ order, open }: Props) {
  if (order.parcels.length + order.labels.length === 0) return null;
  return (
    <Section title="Parcels">
      <ul className="order-list">
        {order.parcels.map((parcel) => (
          <ParcelRow key={parcel.id} parcel={parcel} order={order} open={open} />
        ))}
      </ul>
      <Suspense>{order.labels.length > 0 && <OrderLabels labels={order.labels} />}</Suspense>
      {order.return_window !== null && <ReturnWindow of={order.return_window} />}
    </Section>
  );
}

function MailList({ mails, open }: { mails: StaffOrder['mails']; open: Open }) {
  return (
    <ul className="order-list">
      {mails.map((mail) => {
        const waits = mail.status === 'due' && mail.attempts === 0 && mail.kind === 'dispatched';
        const at = mail.sent_at ?? (waits ? mail.due_at : mail.created_at);
        const mayResend = mail.status === 'parked' || (mail.status === 'sent' && !isNotice(mail));
        return (
          <li key={mail.id} className="order-mail">
            <div>
              <p>{mailName(mail.kind)}</p>
              <p className="studio-soft" data-bad={mail.status === 'parked' ? '' : undefined}>
                {mailState(mail)} <time dateTime={at}>{momentText(at)}</time>
                {mail.status !== 'sent' && mail.last_error !== null && `: ${mail.last_error}`}
              </p>
            </div>
            <ActButton
              of={mayResend && resendAct(mail)}
              about={`“${mailName(mail.kind)}”`}
              open={open}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** E-mails about the order: to the shopper, and separately to staff. */
export function Mails({ order, open }: Props) {
  const notices = order.mails.filter(isNotice);
  const mails = order.mails.filter((mail) => !isNotice(mail));
  return (
    <>
      {mails.length > 0 && (
        <Section title="E-mails to the shopper">
          <MailList mails={mails} open={open} />
        </Section>
      )}
      {notices.length > 0 && (
        <Section title="Notices to staff">
          <MailList mails={notices} open={open} />
        </Section>
      )}
    </>
  );
}

/** The history of the order, latest first. */
export function Timeline({ order }: Pick<Props, 'order'>) {
  return (
    <Section title="History">
      <ol className="order-timeline" reversed>
        {order.timeline.toReversed().map((entry) => {
          const text = entryText(entry);
          return (
            <li key={entry.id} data-kind={entry.kind}>
              <p>
                <b>{entryTitle(entry)}</b>
                {entry.amount_pence !== null && ` ${formatPounds(entry.amount_pence)}`}
              </p>
              <p className="studio-soft">
                <time dateTime={entry.at}>{momentText(entry.at)}</time>, {entryActor(entry)}
              </p>
              {entry.carrier !== null && (
                <p className="studio-soft">
                  {[entry.carrier, entry.tracking_number].filter(Boolean).join(' ')}
                </p>
              )}
              {entry.items?.map((item) => (
                <p key={item.variant_id} className="studio-soft">
                  {item.quantity} × {lineName(item)}
                  {item.written_off > 0 && `, ${item.written_off} written off`}
                </p>
              ))}
              {text !== null && <p className="order-quote">{text}</p>}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
