import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { saveFile } from '#browser/files/save-file.ts';
import { countText } from '#domain/basics/count-text.ts';
import {
  addCustomerNote,
  type Customer,
  eraseCustomer,
  exportCustomer,
  mergeCustomers,
} from '#domain/contracts/staff-customers.ts';
import { asStaff } from '../kit/as-staff.ts';
import { CheckField } from '../kit/form/CheckField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { type DialogFrame, KeyedDialog } from '../kit/KeyedDialog.tsx';
import { SearchBox } from '../kit/SearchBox.tsx';
import { customersQuery } from './customer-queries.ts';

interface Props extends DialogFrame {
  customer: Customer;
}

const changes = ['customer', 'customers', 'activity'];

/** A note about the customer that only staff read. */
export function CustomerNoteDialog({ customer, ...frame }: Props) {
  const [text, setText] = useState('');
  return (
    <KeyedDialog
      {...frame}
      title="Add a note"
      verb="Add"
      content={text}
      changes={changes}
      act={async (event) => {
        await asStaff(addCustomerNote, { event, customer: customer.customer, text });
        return 'Note added.';
      }}
    >
      <TextField
        label="Note (staff only)"
        hint="The customer gets it with an export of their data."
        value={text}
        onChange={setText}
        rows={4}
        maxLength={2000}
        required
      />
    </KeyedDialog>
  );
}

/** Saves all data on the customer as a file. */
export function ExportDialog({ customer, ...frame }: Props) {
  return (
    <KeyedDialog
      {...frame}
      title="Export their data"
      verb="Export"
      content=""
      changes={changes}
      act={async (event) => {
        const file = await asStaff(exportCustomer, { event, customer: customer.customer });
        saveFile(file.name, 'application/json', file.text);
        return `${file.name} is saved.`;
      }}
    >
      <p>
        Only if they asked for it from <b>{customer.email}</b>. Send the file to that address only,
        within a month, and delete it afterwards.
      </p>
      <p className="studio-soft">
        It has orders, returns, e-mails, notes and messages, and it is recorded that you made it.
      </p>
    </KeyedDialog>
  );
}

/** Erases the customer. */
export function EraseDialog({ customer, ...frame }: Props) {
  const [sure, setSure] = useState(false);
  return (
    <KeyedDialog
      {...frame}
      title={`Erase ${customer.name || customer.email}?`}
      verb="Erase for good"
      content=""
      fault={sure ? '' : 'Confirm that they asked for it.'}
      changes={changes}
      act={async (event) => {
        await asStaff(eraseCustomer, { event, customer: customer.customer });
        return 'Erased. Their orders keep what tax law requires.';
      }}
    >
      <p>
        {customer.account
          ? 'The account is closed: login, subscription, notes and messages are deleted.'
          : 'The guest’s login, subscription, notes and messages are deleted.'}{' '}
        {countText(customer.order_count, 'order')} {customer.order_count === 1 ? 'stays' : 'stay'}{' '}
        for the accounts, without e-mail and phone after 180 days. This cannot be undone.
      </p>
      <CheckField checked={sure} onChange={setSure}>
        They asked for it from {customer.email}
      </CheckField>
    </KeyedDialog>
  );
}

function Side({
  title,
  name,
  email,
  orders,
}: {
  title: string;
  name: string;
  email: string;
  orders: number;
}) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <b>{name || email}</b>
        <span>{email}</span>
        <span>{countText(orders, 'order')}</span>
      </dd>
    </div>
  );
}

/** Offers the customer to move their orders into an account. */
export function MergeDialog({ customer, ...frame }: Props) {
  const search = useRef<HTMLInputElement>(null);
  const [q, setQ] = useState('');
  const [into, setInto] = useState<number | null>(null);
  const found = useQuery({ ...customersQuery(q, undefined), enabled: q !== '' });
  const accounts = (q === '' ? [] : (found.data?.rows ?? [])).filter(
    (row) => row.account && row.customer !== customer.customer,
  );
  const account = accounts.find((row) => row.customer === into);
  return (
    <KeyedDialog
      {...frame}
      title="Move their orders into an account"
      verb="E-mail the offer"
      content={String(into)}
      fault={account ? '' : 'Choose an account.'}
      changes={changes}
      act={async (event) => {
        await asStaff(mergeCustomers, {
          event,
          customer: customer.customer,
          into: into ?? 0,
        });
        return `An e-mail to ${customer.email} offers it. The orders move when they accept.`;
      }}
    >
      <p>
        Nothing moves now. An e-mail to <b>{customer.email}</b> has a link, which works for seven
        days. By opening it and logging in to the account, they show that both are theirs.
      </p>
      <SearchBox
        ref={search}
        q={q}
        label="Search accounts"
        placeholder="Name, e-mail, order number …"
        onSearch={(text) => {
          setQ(text);
          setInto(null);
        }}
      />
      {q !== '' && found.data && accounts.length === 0 && <p>No other account found.</p>}
      {accounts.length > 0 && (
        <fieldset className="customer-choices">
          <legend>Account</legend>
          {accounts.slice(0, 8).map((row) => (
            <label key={row.customer}>
              <input
                type="radio"
                name="into"
                checked={into === row.customer}
                onChange={() => setInto(row.customer)}
              />
              <span>
                {row.name || row.email} <span className="studio-soft">{row.email}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {account && (
        <dl className="customer-sides">
          <Side
            title={customer.account ? 'From the account' : 'From the guest'}
            name={customer.name}
            email={customer.email}
            orders={customer.order_count}
          />
          <Side
            title="Into the account"
            name={account.name}
            email={account.email}
            orders={account.orders}
          />
        </dl>
      )}
    </KeyedDialog>
  );
}
