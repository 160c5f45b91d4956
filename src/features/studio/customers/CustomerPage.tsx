import { type Fact, Facts } from '../kit/Facts.tsx';
import { useQuery } from '@tanstack/react-query';
import { countText } from '#domain/basics/count-text.ts';
import { formatPounds } from '#domain/money/money.ts';
import type { Customer, CustomerEntry } from '#domain/contracts/staff-customers.ts';
import { Badges } from '../orders/Badges.tsx';
import { momentText } from '../kit/day-text.ts';
import { type DialogAction, DialogButtons } from '../kit/DialogButtons.tsx';
import { type OpenDialog, usePageDialog } from '../kit/use-page-dialog.ts';
import { useMay } from '../kit/may.ts';
import { MessageDialog } from '../messages/MessageDialog.tsx';
import { troubleText } from '../messages/message-texts.ts';
import { returnStates } from '../orders/order/order-texts.ts';
import { Section } from '../orders/order/Section.tsx';
import { PageLinks } from '../kit/PageLinks.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { OrderLink } from '../kit/OrderLink.tsx';
import { linkTo } from '../kit/use-place.ts';
import { CustomerNoteDialog, EraseDialog, ExportDialog, MergeDialog } from './customer-dialogs.tsx';
import { customerAt } from '../kit/customer-place.ts';
import { customerQuery } from './customer-queries.ts';
import { entryNames } from './entry-names.ts';

function About({ customer }: { customer: Customer }) {
  const { email, account, username, registered_at, email_confirmed_at, sums, order_count } =
    customer;
  const facts: Fact[] = [
    [
      'E-mail',
      <>
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>{' '}
        {account && email_confirmed_at === null && (
          <span className="studio-soft">not confirmed</span>
        )}
      </>,
    ],
    username !== null && ['Username', username],
    registered_at !== null && [
      'Registered',
      <time key="at" dateTime={registered_at}>
        {momentText(registered_at)}
      </time>,
    ],
    ['Orders', order_count],
    sums !== null && [
      'Paid',
      `${formatPounds(sums.charged_pence)}${sums.refunded_pence > 0 ? `, ${formatPounds(sums.refunded_pence)} of it refunded` : ''}`,
    ],
    customer.complaints !== null &&
      customer.complaints > 0 && [
        'Complaints',
        <a key="list" className="link" {...linkTo({ at: 'complaints', page: '', query: {} })}>
          {countText(customer.complaints, 'complaint')} about personal data
        </a>,
      ],
  ];
  return <Facts className="order-facts" facts={facts} />;
}

function Actions({ customer, open }: { customer: Customer; open: OpenDialog }) {
  const may = useMay();
  const [first, ...others] = customer.recipients.map(({ order, ...recipient }) => ({
    ...recipient,
    order: String(order),
  }));
  const actions: DialogAction<Parameters<OpenDialog>[0]>[] = [
    [
      'Write a message',
      may('answer_shoppers') && first !== undefined,
      (frame) => first && <MessageDialog {...frame} subjects={[first, ...others]} />,
    ],
    [
      'Add a note',
      may('answer_shoppers'),
      (frame) => <CustomerNoteDialog {...frame} customer={customer} />,
    ],
    [
      'Export their data',
      may('manage_customers'),
      (frame) => <ExportDialog {...frame} customer={customer} />,
    ],
    [
      'Move orders',
      may('manage_customers') && customer.order_count > 0 && !customer.works_here,
      (frame) => <MergeDialog {...frame} customer={customer} />,
    ],
    [
      'Erase',
      may('manage_customers') && !customer.works_here,
      (frame) => <EraseDialog {...frame} customer={customer} />,
    ],
  ];
  return (
    <div className="order-actions">
      <DialogButtons actions={actions} room={2} open={open} />
    </div>
  );
}

function Entry({ of: { kind, at, by, order, text } }: { of: CustomerEntry }) {
  return (
    <li data-kind={kind}>
      <p>
        <b>{entryNames[kind]}</b>
        {order !== null && (
          <>
            {' '}
            about <OrderLink order={order} />
          </>
        )}
      </p>
      <p className="studio-soft">
        <time dateTime={at}>{momentText(at)}</time>, {by}
      </p>
      {text !== null && <p className="order-quote">{text}</p>}
    </li>
  );
}

function Orders({ customer, after }: { customer: Customer; after: string | undefined }) {
  return (
    <Section title="Orders">
      {customer.orders.length === 0 && <p>No orders yet.</p>}
      <ul className="order-list">
        {customer.orders.map((row) => (
          <li key={row.key} className="customer-order">
            <a
              className="link"
              {...linkTo(
                row.order === null
                  ? { at: 'checkout', checkout: row.checkout }
                  : { at: 'order', order: row.order },
              )}
            >
              Order {row.order}
            </a>
            <Badges of={row} />
            <span className="studio-soft">
              {momentText(row.placed_at)}, {countText(row.units, 'piece')}
              {row.total_pence !== null && `, ${formatPounds(row.total_pence)}`}
            </span>
          </li>
        ))}
      </ul>
      <PageLinks
        first={after === undefined ? null : customerAt(customer.customer)}
        next={customer.next === null ? null : customerAt(customer.customer, customer.next)}
      />
    </Section>
  );
}

function Returns({ returns }: Pick<Customer, 'returns'>) {
  if (returns.length === 0) return null;
  return (
    <Section title="Returns">
      <ul className="order-list">
        {returns.map((back) => (
          <li key={back.id}>
            <p>
              <b>{back.code}</b>, {countText(back.units, 'piece')} of{' '}
              <OrderLink order={back.order} />
            </p>
            <p className="studio-soft">
              {returnStates[back.state]}, requested {momentText(back.asked_at)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Found({ customer, after }: { customer: Customer; after: string | undefined }) {
  const { open, news, dialog } = usePageDialog();
  return (
    <>
      <div className="order-head">
        <h1 className="heading" data-title="Customer">
          {customer.name || customer.email}
        </h1>
        <p className="order-state">{customer.account ? 'Account' : 'Guest'}</p>
        {customer.mail_trouble !== null && (
          <p className="message-error">{troubleText(customer.mail_trouble)}</p>
        )}
        {customer.works_here && <p className="studio-soft">Works here.</p>}
        {customer.same_address !== null && (
          <p>
            <a className="link" {...linkTo(customerAt(customer.same_address))}>
              {customer.account
                ? 'Orders as a guest with this address'
                : 'An account with this address'}
            </a>
          </p>
        )}
        {customer.merge_asked !== null && (
          <p>
            Offered {momentText(customer.merge_asked.at)} to move the orders into{' '}
            <a className="link" {...linkTo(customerAt(customer.merge_asked.into))}>
              another account
            </a>
            ; not accepted yet.
          </p>
        )}
      </div>
      <output className="studio-news">{news}</output>
      <Actions customer={customer} open={open} />
      <div className="customer-columns">
        <div>
          <Section title="Customer">
            <About customer={customer} />
          </Section>
          <Orders customer={customer} after={after} />
          <Returns returns={customer.returns} />
        </div>
        <Section title="Notes and messages">
          {customer.entries.length === 0 && <p>None yet.</p>}
          <ol className="order-timeline">
            {customer.entries.map((entry) => (
              <Entry key={entry.id} of={entry} />
            ))}
          </ol>
        </Section>
      </div>
      {dialog}
    </>
  );
}

/** One customer: orders, returns, notes and messages. */
export function CustomerPage({ place }: { place: AreaPlace }) {
  const { id = '', after } = place.query;
  const found = useQuery(customerQuery(id, after));
  const { data } = found;
  if (data) {
    return (
      <>
        <Awaited query={found} />
        <Found customer={data} after={after} />
      </>
    );
  }
  return (
    <>
      <h1 className="heading">Customer</h1>
      <Awaited query={found} />
    </>
  );
}
