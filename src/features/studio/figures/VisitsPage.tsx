import { useQuery } from '@tanstack/react-query';
import { figurePeriods } from '#domain/enums.ts';
import type { Funnel } from '#domain/contracts/staff-visits.ts';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { visitsQuery } from './figures-query.ts';
import { changeText, shareText } from './figure-texts.ts';
import { FigureTable } from './FigureTable.tsx';
import { FunnelCharts } from './FunnelCharts.tsx';
import { NotBoughtTable, TextTable } from './VisitTables.tsx';
import { Periods } from './Periods.tsx';
import { Tile } from './Tiles.tsx';
import { VisitNotes } from './VisitNotes.tsx';

function FunnelTiles({ now, before }: { now: Funnel; before: Funnel }) {
  const step = (name: string, of: keyof Funnel) => ({
    name,
    value: now[of].toLocaleString('en-GB'),
    before: before[of].toLocaleString('en-GB'),
    change: changeText(now[of], before[of]),
  });
  return (
    <dl className="figures-tiles figures-funnel">
      <Tile {...step('Products looked at', 'seen')} />
      <Tile {...step('Pieces put into carts', 'added')}>
        <span className="studio-soft">{shareText(now.added, now.seen)} of the views</span>
      </Tile>
      <Tile {...step('Payment pages', 'checkout')}>
        <span className="studio-soft">{shareText(now.checkout, now.seen)} of the views</span>
      </Tile>
      <Tile {...step('Orders', 'bought')}>
        <span className="studio-soft">{shareText(now.bought, now.seen)} of the views</span>
      </Tile>
    </dl>
  );
}

/** Counts of a day, week or month: looks, searches, carts, and where visits come from. */
export function VisitsPage({ query }: Pick<AreaPlace, 'query'>) {
  const period = figurePeriods.find((one) => one === query['period']) ?? 'week';
  const answer = useQuery(visitsQuery(period, query['day']));
  const { data } = answer;
  if (!data) return <Awaited query={answer} />;
  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Visits</h1>
      </div>
      <Periods page="visits" shown={data} />
      <FunnelTiles now={data.now} before={data.before} />
      <div className="figures-panels">
        <FunnelCharts visits={data} />
        <TextTable
          title="Sites that visits come from"
          column="Site"
          sum="Visits"
          texts={data.referrers}
          none="No visits were counted."
          words={{ direct: 'Typed, bookmarked or unknown' }}
          tellsAdded
        />
        <TextTable
          title="Campaigns"
          column="Campaign"
          sum="Visits"
          texts={data.campaigns}
          none="No link with utm_source or utm_campaign was followed."
          tellsAdded
        />
        <TextTable
          title="Searches without a result"
          column="Words"
          sum="Times"
          texts={data.searched_in_vain}
          none="Every search found something."
        />
        <TextTable
          title="Searches with a result"
          column="Words"
          sum="Times"
          texts={data.searched}
          none="Nothing was searched for."
        />
        <FigureTable
          title="Joined the mailing list"
          columns={['Entered at', 'People']}
          rows={data.joined.map(({ place, people }) => ({
            key: place,
            name: place,
            cells: [people],
          }))}
          none="Nobody confirmed an address."
        />
        <NotBoughtTable products={data.not_bought} />
      </div>
      <VisitNotes />
    </>
  );
}
