import type { ReactNode } from 'react';
import { countText } from '#domain/basics/count-text.ts';
import { returnKinds } from '#domain/enums.ts';
import { returnNames } from '#domain/orders/return-kinds.ts';
import type { FiguresAnswer, FigureTotals } from '#domain/contracts/staff-figures.ts';
import { useMay } from '../kit/may.ts';
import type { Place } from '../kit/place.ts';
import { linkTo } from '../kit/use-place.ts';
import { changeText, poundsOf, shareText } from './figure-texts.ts';

interface TileProps {
  name: string;
  value: string;
  /** Change against the period before. */
  change: string;
  before: string;
  /** The list behind the number, if the studio has one. */
  list?: { place: Place; name: string } | undefined;
  children?: ReactNode;
}

/** A number of a period, with that of the one before. */
export function Tile({ name, value, change, before, list, children }: TileProps) {
  return (
    <div className="figures-tile">
      <dt>{name}</dt>
      <dd>
        <span className="figures-value">
          {list ? (
            <a className="link" {...linkTo(list.place)} aria-label={`${value}: ${list.name}`}>
              {value}
            </a>
          ) : (
            value
          )}
        </span>
        <span className="studio-soft">
          {change === '' ? 'Before:' : <span className="figures-change">{change} from</span>}{' '}
          {before}
        </span>
        {children}
      </dd>
    </div>
  );
}

function averageOf({ orders, ordered_pence }: FigureTotals): number {
  return orders === 0 ? 0 : Math.round(ordered_pence / orders);
}

function returnedOf({ returned_pieces }: FigureTotals): number {
  return returnKinds.reduce((sum, kind) => sum + (returned_pieces[kind] ?? 0), 0);
}

/** The sums of a period, each against the one before. */
export function Tiles({ figures: { now, before, from, to } }: { figures: FiguresAnswer }) {
  const may = useMay();
  const all = { at: 'list', list: 'all', q: '', after: null } as const;
  const placed = may('read_orders')
    ? { place: { ...all, filters: { since: from, until: to } }, name: 'orders placed' }
    : undefined;
  const coming = may('read_orders')
    ? { place: { ...all, list: 'returns', filters: {} } as const, name: 'returns under way' }
    : undefined;
  const count = (name: string, of: (totals: FigureTotals) => number) => ({
    name,
    value: String(of(now)),
    before: String(of(before)),
    change: changeText(of(now), of(before)),
  });
  const money = (name: string, of: (totals: FigureTotals) => number) => ({
    name,
    value: poundsOf(of(now)),
    before: poundsOf(of(before)),
    change: changeText(of(now), of(before)),
  });
  return (
    <dl className="figures-tiles">
      <Tile {...money('Revenue', ({ revenue_pence }) => revenue_pence)} list={placed}>
        <span className="studio-soft">
          {poundsOf(now.revenue_pence - now.tax_pence)} and {poundsOf(now.tax_pence)} VAT
        </span>
      </Tile>
      <Tile {...count('Orders', ({ orders }) => orders)} list={placed} />
      <Tile {...count('Pieces', ({ pieces }) => pieces)} list={placed}>
        {now.labels_pence > 0 && (
          <span className="studio-soft">{poundsOf(now.labels_pence)} for labels</span>
        )}
      </Tile>
      <Tile {...money('Average order', averageOf)} list={placed} />
      <Tile {...money('Refunded', ({ refunded_pence }) => refunded_pence)}>
        <span className="studio-soft">
          {countText(now.refunds, 'refund')}
          {now.disputes_pence > 0 && `, and ${poundsOf(now.disputes_pence)} lost in disputes`}
        </span>
      </Tile>
      <Tile
        name="Returns rate"
        value={shareText(returnedOf(now), now.sent_pieces)}
        before={shareText(returnedOf(before), before.sent_pieces)}
        change=""
        list={coming}
      >
        {returnKinds.map((kind) => (
          <span key={kind} className="studio-soft">
            {returnNames[kind]} {shareText(now.returned_pieces[kind] ?? 0, now.sent_pieces)}
          </span>
        ))}
      </Tile>
    </dl>
  );
}
