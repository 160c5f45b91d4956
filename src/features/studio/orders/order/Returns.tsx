import { Suspense } from 'react';
import { returnNames } from '#domain/orders/return-kinds.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { momentText } from '../../kit/day-text.ts';
import { useMay } from '../../kit/may.ts';
import { OrderLink } from '../../kit/OrderLink.tsx';
import { ActButtons, type PartAction } from './ActButtons.tsx';
import { receiveAct, settleAct } from './decisions.tsx';
import type { Open } from './use-order-form.ts';
import { lineName, piecesText, returnStates } from './order-texts.ts';
import type { Return } from './order-texts.ts';
import { AgreeExchange, ExchangeDialog, OrderLabels, RefuseReturnDialog } from './later-dialogs.ts';
import { ReturnPhotos } from './ReturnPhotos.tsx';
import { Section } from './Section.tsx';

interface Props {
  order: StaffOrder;
  open: Open;
  onNews: (text: string) => void;
}

function ReturnActs({ back, order, open, onNews }: Props & { back: Return }) {
  const { code, state, items, wish } = back;
  const may = useMay();
  const isAllHere = items.every((item) => item.quantity === item.restocked + item.written_off);
  const isOnSale = items.some(({ restocked }) => restocked > 0);
  const acts: PartAction[] = [
    wish.length > 0 && [
      'move_money',
      'Agree, with choices',
      (frame) => <ExchangeDialog {...frame} back={back} />,
    ],
    !isAllHere && receiveAct(back),
    state === 'received' && !order.money?.refunds_wait && settleAct(back),
    !isOnSale && ['move_money', 'Refuse', (frame) => <RefuseReturnDialog {...frame} back={back} />],
  ];
  return (
    <ActButtons acts={acts} about={code} open={open}>
      {wish.length > 0 && may('move_money') && (
        <AgreeExchange order={order} back={back} onNews={onNews} />
      )}
    </ActButtons>
  );
}

function ReturnRow({ back, ...page }: Props & { back: Return }) {
  const { order } = page;
  const { code, kind, state, reason, asked_at, received_at, items, next_order } = back;
  return (
    <li>
      <p className="order-row">
        <b>{code}</b> {returnNames[kind]} <span className="order-state">{returnStates[state]}</span>
      </p>
      <p className="studio-soft">
        Requested <time dateTime={asked_at}>{momentText(asked_at)}</time>
        {received_at !== null && (
          <>
            , received <time dateTime={received_at}>{momentText(received_at)}</time>
          </>
        )}
      </p>
      {items.map((item) => (
        <p key={item.variant_id} className="studio-soft">
          {piecesText([item], order.lines)}
          {item.restocked > 0 && `, ${item.restocked} back on sale`}
          {item.written_off > 0 && `, ${item.written_off} written off`}
          {item.refunded > 0 && `, ${item.refunded} refunded or to be refunded`}
        </p>
      ))}
      {back.wish.map(({ to, quantity, ...piece }) => (
        <p key={to}>
          Would like {quantity} × {lineName(piece)} instead
        </p>
      ))}
      {reason !== null && <p className="order-quote">{reason}</p>}
      {back.photos > 0 && order.order !== null && <ReturnPhotos order={order.order} back={back} />}
      <Suspense>{back.labels.length > 0 && <OrderLabels labels={back.labels} />}</Suspense>
      {next_order !== null && (
        <p>
          {back.is_exchange ? 'Exchanged for' : 'Then bought'} <OrderLink order={next_order} />
        </p>
      )}
      {(state === 'asked' || state === 'received') && <ReturnActs back={back} {...page} />}
    </li>
  );
}

/** Returns of the order. */
export function Returns(page: Props) {
  const { order } = page;
  if (order.returns.length === 0) return null;
  return (
    <Section title="Returns">
      <ul className="order-list">
        {order.returns.map((back) => (
          <ReturnRow key={back.id} back={back} {...page} />
        ))}
      </ul>
    </Section>
  );
}
