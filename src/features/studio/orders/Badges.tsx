import type { StaffRow } from '#domain/contracts/staff-orders.ts';
import { givenLooks, goodsLooks, moneyLooks } from './statuses.ts';

/** Status of an order's goods and of its money; of one that was given, how, instead of “Paid”. */
export function Badges({
  of: { goods_status, money_status, given_as },
}: {
  of: Pick<StaffRow, 'goods_status' | 'money_status' | 'given_as'>;
}) {
  const looks = [
    ...(goods_status === null ? [] : [['Goods', goodsLooks[goods_status]] as const]),
    given_as !== null && money_status === 'paid'
      ? (['Kind', givenLooks[given_as]] as const)
      : (['Money', moneyLooks[money_status]] as const),
  ];
  return (
    <span className="studio-badges">
      {looks.map(([about, [text, tone]]) => (
        <span key={about} className="studio-badge" data-tone={tone}>
          <span className="sr-only">{about}: </span>
          {text}
        </span>
      ))}
    </span>
  );
}
