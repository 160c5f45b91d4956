import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatPounds, NO_PENCE } from '#domain/money/money.ts';
import {
  getGiftCards,
  giveCredit,
  renewGiftCard,
  type GiftCard,
} from '#domain/contracts/staff-gift-cards.ts';
import type { CreditKind, GiftCardOrigin } from '#domain/enums.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { Button } from '../kit/Button.tsx';
import { momentText } from '../kit/day-text.ts';
import { AmountField, amountIn } from '../kit/form/AmountField.tsx';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { OrderLink } from '../kit/OrderLink.tsx';
import { PageLinks } from '../kit/PageLinks.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { SearchBox } from '../kit/SearchBox.tsx';
import { staffQuery } from '../kit/staff-query.ts';
import { type OpenDialog, usePageDialog } from '../kit/use-page-dialog.ts';
import { goTo } from '../kit/use-place.ts';

const originNames: Readonly<Record<GiftCardOrigin, string>> = {
  refund: 'Store credit, from a refund',
  given: 'Store credit',
};

const kindNames: Readonly<Record<CreditKind, string>> = {
  issued: 'Issued',
  spent: 'Spent',
  returned: 'Returned',
  expired: 'Expired',
};

function listAt(q: string, after?: string): AreaPlace {
  const query = { ...(q !== '' && { q }), ...(after !== undefined && { after }) };
  return { at: 'discounts', page: 'cards', query };
}

/** Mails store credit to somebody. */
function CreditDialog(frame: DialogFrame) {
  const [typed, setTyped] = useState({ email: '', amount_pence: '', reason: '' });
  const amount = amountIn(typed.amount_pence);
  const form = useContractForm(giveCredit, {
    asked: { ...typed, amount_pence: amount ?? Number.NaN },
    isOneAct: true,
    changes: ['gift-cards'],
    done: () => `${formatPounds(amount ?? NO_PENCE)} of store credit goes to ${typed.email}.`,
  });
  const field = fieldsOf(typed, setTyped, form.at);
  return (
    <ContractDialog
      {...frame}
      form={form}
      title="Give store credit"
      verb={amount ? `Give ${formatPounds(amount)}` : 'Give store credit'}
    >
      <TextField label="E-mail address" {...field('email')} />
      <AmountField label="Amount" {...field('amount_pence')} />
      <TextField label="Reason (staff only)" {...field('reason')} maxLength={200} />
      <p className="studio-soft">They get an e-mail with a code. It is good for 24 months.</p>
    </ContractDialog>
  );
}

/** Mails a new code for a card. */
function RenewDialog({ card, ...frame }: DialogFrame & { card: GiftCard }) {
  const [typed, setTyped] = useState({ email: card.email });
  const form = useContractForm(renewGiftCard, {
    asked: { card: card.id, ...typed },
    changes: ['gift-cards'],
    done: () => `A new code goes to ${typed.email}.`,
  });
  const field = fieldsOf(typed, setTyped, form.at);
  return (
    <ContractDialog {...frame} form={form} title="Send a new code" verb="Send">
      <TextField label="E-mail address" {...field('email')} />
      <p>The code ending {card.code_end} stops working.</p>
    </ContractDialog>
  );
}

function Row({ card, open }: { card: GiftCard; open: OpenDialog }) {
  const { code_end, origin, email, reason, by, held_pence, mailed_at } = card;
  const from = [by !== null && `by ${by}`, reason].filter(Boolean).join(', ');
  return (
    <li className="discount-row">
      <div className="studio-head discount-head">
        <div>
          <h2>
            {originNames[origin]} …{code_end}
          </h2>
          <p>{email || 'Recipient erased'}</p>
        </div>
        <p>
          <b>{formatPounds(card.balance_pence)}</b> left
          {held_pence > 0 && `, ${formatPounds(held_pence)} of it at checkout now`}
        </p>
      </div>
      <p className="studio-soft">
        {mailed_at === null ? 'Code not mailed yet' : `Mailed ${momentText(mailed_at)}`}. Ends{' '}
        {momentText(card.expires_at)}.{from && ` Given ${from}.`}
      </p>
      <ul className="studio-soft">
        {card.entries.map(({ at, kind, amount_pence, order }) => (
          <li key={at + kind}>
            {momentText(at)}: {kindNames[kind]} {formatPounds(amount_pence)}
            {order !== null && (
              <>
                , <OrderLink order={order} />
              </>
            )}
          </li>
        ))}
      </ul>
      {card.balance_pence > 0 && (
        <div className="studio-actions">
          <Button
            opensDialog
            onClick={() => open((frame) => <RenewDialog {...frame} card={card} />)}
          >
            Send a new code<span className="sr-only"> for the card ending {code_end}</span>
          </Button>
        </div>
      )}
    </li>
  );
}

/** Gift cards and store credit, newest first. */
export function GiftCards({ place: { query } }: { place: AreaPlace }) {
  const { q = '', after } = query;
  const asked = { q, ...(after !== undefined && { after }) };
  const found = useQuery(staffQuery(['gift-cards', q, after], getGiftCards, asked));
  const { data } = found;
  const { open, news, dialog } = usePageDialog();
  const search = useRef<HTMLInputElement>(null);
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Gift cards</h1>
        <p className="studio-total" aria-live="polite">
          {data && `${formatPounds(data.owed_pence)} on all of them`}
        </p>
        <SearchBox
          ref={search}
          q={q}
          label="Search gift cards"
          placeholder="Code or its end, e-mail, order number"
          onSearch={(text) => goTo(listAt(text), 'replace')}
        />
        <Button
          look="main"
          opensDialog
          onClick={() => open((frame) => <CreditDialog {...frame} />)}
        >
          Give store credit
        </Button>
      </div>
      <output className="studio-news">{news}</output>
      <Awaited query={found} />
      {data?.cards.length === 0 && <p className="studio-empty">No gift cards here.</p>}
      <ul className="mailing-list">
        {data?.cards.map((card) => (
          <Row key={card.id} card={card} open={open} />
        ))}
      </ul>
      <PageLinks
        first={after === undefined ? null : listAt(q)}
        next={data?.next ? listAt(q, data.next) : null}
      />
      {dialog}
    </>
  );
}
