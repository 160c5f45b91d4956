import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { formatPounds } from '#domain/money/money.ts';
import { pauseDiscount, type StaffDiscount } from '#domain/contracts/staff-discounts.ts';
import { Facts } from '../kit/Facts.tsx';
import { Button } from '../kit/Button.tsx';
import type { OpenDialog } from '../kit/use-page-dialog.ts';
import { asStaff } from '../kit/as-staff.ts';
import { momentText } from '../kit/day-text.ts';
import { Failure } from '../kit/Failure.tsx';
import { CodesForm } from './CodesForm.tsx';
import { conditionTexts, givesText, isOver, stateText } from './discount-texts.ts';
import { discountsQuery } from './discounts-query.ts';
import { ExtendDialog } from './ExtendDialog.tsx';

interface Props {
  discount: StaffDiscount;
  open: OpenDialog;
}

/** A discount with its conditions, what it has brought in, and its actions. */
export function DiscountRow({ discount, open }: Props) {
  const client = useQueryClient();
  const [now] = useState(serverNow);
  const { name, code, codes, paused_at, orders, held, revenue_pence, given_pence } = discount;
  const paused = paused_at === null;
  const pause = useMutation({
    mutationFn: () =>
      asStaff(pauseDiscount, { change: crypto.randomUUID(), discount: discount.id, paused }),
    onSuccess: (answer) => client.setQueryData(discountsQuery.queryKey, answer),
  });
  const figures: [string, string][] = [
    ['Orders', orders.toLocaleString('en-GB')],
    ...(revenue_pence === null
      ? []
      : [['Revenue', formatPounds(revenue_pence)] satisfies [string, string]]),
    ['Discount given', formatPounds(given_pence)],
    ['At checkout now', held.toLocaleString('en-GB')],
  ];
  return (
    <li className="discount-row">
      <div className="studio-head discount-head">
        <div>
          <h2>{name}</h2>
          <p>
            <b>{code ?? `${codes.toLocaleString('en-GB')} single-use codes`}</b>:{' '}
            {givesText(discount)}
          </p>
        </div>
        <p>{stateText(discount, now)}</p>
      </div>
      <p className="studio-soft">{conditionTexts(discount).join(' ')}</p>
      <Facts className="mailing-figures" facts={figures} />
      {discount.extensions.map(({ at, by, ends_at }) => (
        <p key={at} className="studio-soft">
          Extended {momentText(at)} by {by}:{' '}
          {ends_at === null ? 'no end' : `until ${londonText(ends_at)}`}.
        </p>
      ))}
      {discount.single_use && <CodesForm discount={discount} />}
      <div className="studio-actions">
        <Button busy={pause.isPending} onClick={() => pause.mutate()}>
          {paused ? 'Pause' : 'Resume'}
          <span className="sr-only"> {name}</span>
        </Button>
        {discount.ends_at !== null && !isOver(discount, now) && (
          <Button
            opensDialog
            onClick={() => open((frame) => <ExtendDialog {...frame} discount={discount} />)}
          >
            End later<span className="sr-only">: {name}</span>
          </Button>
        )}
      </div>
      <Failure of={pause.error} />
    </li>
  );
}
