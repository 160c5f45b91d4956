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
import { CheckField } from '../kit/form/CheckField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { SearchBox } from '../kit/SearchBox.tsx';
import { customersQuery } from './customer-queries.ts';

interface Props extends DialogFrame {
  customer: Customer;
}

const changes = ['customer', 'customers', 'activity'];

/** A note about the customer that only staff read. */
export function CustomerNoteDialog({ customer, ...frame }: Props) {
  const [text, setText] = useState('');
  const form = useContractForm(addCustomerNote, {
    asked: { customer: customer.customer, text },
    changes,
    done: () => 'Note added.',
  });
  return (
    <ContractDialog {...frame} form={form} title="Add a note" verb="Add">
      <TextField
        label="Note (staff only)"
        {...form.at('text')}
        hint="The customer gets it with an export of their data."
        value={text}
        onChange={setText}
        rows={4}
        maxLength={2000}
        required
      />
    </ContractDialog>
  );
}

/** Saves all data on the customer as a file. */
export function ExportDialog({ customer, ...frame }: Props) {
  const form = useContractForm(exportCustomer, {
    asked: { customer: customer.customer },
    changes,
    done(file) {
      saveFile(file.name, 'application/json', file.text);
      return `${file.name} is saved.`;
    },
  });
  return (
    <ContractDialog {...frame} form={form} title="Export their data" verb="Export">
      <p>
        Only if they asked for it from <b>{customer.email}</b>. Send the file to that address only,
        within a month, and delete it afterwards.
      </p>
      <p className="studio-soft">
        It has orders, returns, e-mails, notes and messages, and it is recorded that you made it.
      </p>
    </ContractDialog>
  );
}

/** Erases the customer. */
export function EraseDialog({ customer, ...frame }: Props) {
  const [sure, setSure] = useState(false);
  const form = useContractForm(eraseCustomer, {
    asked: { customer: customer.customer },
    blocked: sure ? '' : 'Confirm that they asked for it.',
    changes,
    done: () => 'Erased. Their orders keep what tax law requires.',
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={`Erase ${customer.name || customer.email}?`}
      verb="Erase for good"
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
    </ContractDialog>
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
  const form = useContractForm(mergeCustomers, {
    asked: { customer: customer.customer, into },
    blocked: account ? '' : 'Choose an account.',
    changes,
    done: () => `An e-mail to ${customer.email} offers it. The orders move when they accept.`,
  });
  return (
    <ContractDialog
      {...frame}
      form={form}
      title="Move their orders into an account"
      verb="E-mail the offer"
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
    </ContractDialog>
  );
}
