import type { StaffRow } from '#domain/wire/staff-orders.ts';
import { goodsLooks, moneyLooks } from './statuses.ts';

/** Status of an order's goods and of its money. */
export function Badges({
  of: { goods_status, money_status },
}: {
  of: Pick<StaffRow, 'goods_status' | 'money_status'>;
}) {
  const looks = [
    ...(goods_status === null ? [] : [['Goods', goodsLooks[goods_status]] as const]),
    ['Money', moneyLooks[money_status]] as const,
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
