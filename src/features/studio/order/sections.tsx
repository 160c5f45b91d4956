import { useId } from 'react';
import type { ReactNode } from 'react';
import { trackingLink } from '#domain/carrier.ts';
import { countryName } from '#domain/countries.ts';
import { priceText } from '#domain/shown-price.ts';
import { formatPounds } from '#domain/money.ts';
import { deliveryLines } from '#domain/postal/delivery-lines.ts';
import type { StaffOrder } from '#domain/wire/staff-orders.ts';
import { ItemPicture } from '#ui/ItemPicture.tsx';
import { momentText } from '../day-text.ts';
import { linkTo } from '../use-place.ts';
import { Act } from './Actions.tsx';
import type { Open } from './ActionDialog.tsx';
import {
  entryActor,
  entryText,
  entryTitle,
  isNotice,
  lineName,
  mailName,
  mailState,
  returnKinds,
  returnStates,
} from './order-texts.ts';
import type { Line } from './order-texts.ts';
import { CorrectParcelDialog, DeliverDialog, LabelDialog } from './pack-dialogs.tsx';
import { ReturnPhotos } from './ReturnPhotos.tsx';
import { ReceiveReturnDialog, RefuseReturnDialog, SettleReturnDialog } from './return-dialogs.tsx';
import { ResendDialog } from './word-dialogs.tsx';

interface Props {
  order: StaffOrder;
  open: Open;
}

/** A part of the page, under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="order-section" aria-labelledby={id}>
      <h2 id={id} className="order-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Where the units of a line are, of what there is: "1 sent, 1 to send". */
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

/** What was ordered, and where its units are. */
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

/** Who bought it, and where it goes. */
export function Delivery({ order, open }: Props) {
  const { shopper, delivery, label } = order;
  return (
    <Section title="Goes to">
      {label !== null && (
        <>
          <p className="order-state">Corrected for the label</p>
          <Address address={label} />
          <p className="studio-soft">The shopper’s own:</p>
        </>
      )}
      {delivery === null ? (
        <p>{countryName(order.country) ?? order.country}: there is no address until it is paid.</p>
      ) : (
        <div data-replaced={label === null ? undefined : ''}>
          <Address address={delivery} />
        </div>
      )}
      {order.shipping_name !== null && <p className="studio-soft">By {order.shipping_name}</p>}
      {order.units_to_send > 0 && (
        <div className="order-acts">
          <Act
            act="pack"
            text="Correct the label"
            onClick={() => open((frame) => <LabelDialog {...frame} />)}
          />
        </div>
      )}
      <dl className="order-facts">
        <div>
          <dt>Bought by</dt>
          <dd>{shopper.name === '' ? 'Erased with the account' : shopper.name}</dd>
        </div>
        {shopper.email !== '' && (
          <div>
            <dt>E-mail</dt>
            <dd>
              <a className="link" href={`mailto:${shopper.email}`}>
                {shopper.email}
              </a>
            </dd>
          </div>
        )}
        {shopper.phone !== '' && (
          <div>
            <dt>Phone</dt>
            <dd>
              <a className="link" href={`tel:${shopper.phone.replaceAll(/[^+\d]/g, '')}`}>
                {shopper.phone}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </Section>
  );
}

function piecesText(
  items: readonly { variant_id: number; quantity: number }[],
  lines: readonly Line[],
): string {
  return items
    .flatMap(({ variant_id, quantity }) => {
      const line = lines.find((other) => other.variant_id === variant_id);
      return line ? [`${quantity} × ${lineName(line)}`] : [];
    })
    .join('; ');
}

/** Whether its day of arrival matters no more: all of it is back, or all of the money. */
function isSettled({ items }: StaffOrder['parcels'][number], order: StaffOrder): boolean {
  return (
    order.money_status === 'refunded' ||
    items.every(({ variant_id }) =>
      order.lines.some((line) => line.variant_id === variant_id && line.returned >= line.sent),
    )
  );
}

/** What has left. */
export function Parcels({ order, open }: Props) {
  if (order.parcels.length === 0) return null;
  return (
    <Section title="Parcels">
      <ul className="order-list">
        {order.parcels.map((parcel) => {
          const { id, carrier, tracking_number, sent_at, delivered_at, items } = parcel;
          const link = trackingLink(carrier, tracking_number);
          const about = `of ${tracking_number ?? carrier}`;
          return (
            <li key={id}>
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
              <p className="studio-soft">{piecesText(items, order.lines)}</p>
              <p className="studio-soft">
                Sent <time dateTime={sent_at}>{momentText(sent_at)}</time>
                {delivered_at !== null && (
                  <>
                    , delivered <time dateTime={delivered_at}>{momentText(delivered_at)}</time>
                  </>
                )}
              </p>
              <div className="order-acts">
                {delivered_at === null && !isSettled(parcel, order) && (
                  <Act
                    act="pack"
                    text="Mark as delivered"
                    about={about}
                    onClick={() => open((frame) => <DeliverDialog {...frame} parcel={parcel} />)}
                  />
                )}
                <Act
                  act="pack"
                  text="Correct"
                  about={about}
                  onClick={() =>
                    open((frame) => <CorrectParcelDialog {...frame} parcel={parcel} />)
                  }
                />
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** What comes back. */
export function Returns({ order, open }: Props) {
  if (order.returns.length === 0) return null;
  return (
    <Section title="Returns">
      <ul className="order-list">
        {order.returns.map((back) => {
          const { id, code, kind, state, reason, asked_at, received_at, items, next_order } = back;
          const isOpen = state === 'asked' || state === 'received';
          const isAllHere = items.every(
            (item) => item.quantity === item.restocked + item.written_off,
          );
          const isOnSale = items.some(({ restocked }) => restocked > 0);
          return (
            <li key={id}>
              <p className="order-row">
                <b>{code}</b> {returnKinds[kind]}{' '}
                <span className="order-state">{returnStates[state]}</span>
              </p>
              <p className="studio-soft">
                Asked for <time dateTime={asked_at}>{momentText(asked_at)}</time>
                {received_at !== null && (
                  <>
                    , here since <time dateTime={received_at}>{momentText(received_at)}</time>
                  </>
                )}
              </p>
              {items.map((item) => (
                <p key={item.variant_id} className="studio-soft">
                  {piecesText([item], order.lines)}
                  {item.restocked > 0 && `, ${item.restocked} back on sale`}
                  {item.written_off > 0 && `, ${item.written_off} written off`}
                  {item.refunded > 0 && `, ${item.refunded} refunded or to be`}
                </p>
              ))}
              {reason !== null && <p className="order-quote">{reason}</p>}
              {back.photos > 0 && order.order !== null && (
                <ReturnPhotos order={order.order} back={back} />
              )}
              {next_order !== null && (
                <p>
                  Then bought{' '}
                  <a className="link" {...linkTo({ at: 'order', order: next_order })}>
                    order {next_order}
                  </a>
                </p>
              )}
              {isOpen && (
                <div className="order-acts">
                  {!isAllHere && (
                    <Act
                      act="pack"
                      text="Receive"
                      about={code}
                      onClick={() =>
                        open((frame) => <ReceiveReturnDialog {...frame} back={back} />)
                      }
                    />
                  )}
                  {state === 'received' && !order.money?.refunds_wait && (
                    <Act
                      act="move_money"
                      text="Settle"
                      about={code}
                      onClick={() => open((frame) => <SettleReturnDialog {...frame} back={back} />)}
                    />
                  )}
                  {!isOnSale && (
                    <Act
                      act="move_money"
                      text="Refuse"
                      about={code}
                      onClick={() => open((frame) => <RefuseReturnDialog {...frame} back={back} />)}
                    />
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function MailList({ mails, open }: { mails: StaffOrder['mails']; open: Open }) {
  return (
    <ul className="order-list">
      {mails.map((mail) => {
        const at = mail.sent_at ?? mail.created_at;
        const maySendAgain =
          mail.status === 'parked' || (mail.status === 'sent' && !isNotice(mail));
        return (
          <li key={mail.id} className="order-mail">
            <div>
              <p>{mailName(mail.kind)}</p>
              <p className="studio-soft" data-bad={mail.status === 'parked' ? '' : undefined}>
                {mailState(mail)} <time dateTime={at}>{momentText(at)}</time>
                {mail.status !== 'sent' && mail.last_error !== null && `: ${mail.last_error}`}
              </p>
            </div>
            {maySendAgain && (
              <Act
                act="answer_shoppers"
                text="Send again"
                about={`“${mailName(mail.kind)}”`}
                onClick={() => open((frame) => <ResendDialog {...frame} mail={mail} />)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The e-mails about it: to the shopper, and apart from them the notices to the shop's own people. */
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

/** What happened, the latest first. */
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
