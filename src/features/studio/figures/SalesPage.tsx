import { useMutation, useQuery } from '@tanstack/react-query';
import { figurePeriods } from '#domain/enums.ts';
import type { FiguresAnswer } from '#domain/contracts/staff-figures.ts';
import { Panel } from '../kit/Panel.tsx';
import { Button } from '../kit/Button.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { Failure } from '../kit/Failure.tsx';
import { saveExport } from '../kit/save-export.ts';
import { CountryTable } from './CountryTable.tsx';
import { CoverTable, SellerTable } from './ProductTables.tsx';
import { CourseTable } from './CourseTable.tsx';
import { FigureNotes } from './FigureNotes.tsx';
import { daysText } from './figure-texts.ts';
import { figuresQuery } from './figures-query.ts';
import { Periods } from './Periods.tsx';
import { RevenueChart } from './RevenueChart.tsx';
import { Tiles } from './Tiles.tsx';

function SaveFigures({ shown: { period, from } }: { shown: FiguresAnswer }) {
  const save = useMutation({
    mutationFn: () => saveExport({ kind: 'figures', period, day: from }),
  });
  return (
    <>
      <Button look="small" busy={save.isPending} onClick={() => save.mutate()}>
        Save as CSV
      </Button>
      <output className="studio-news figures-saved">
        {save.data && `Saved as ${save.data.name}.`}
      </output>
      <Failure of={save.error} />
    </>
  );
}

/** Sales of a day, week or month, for managers. */
export function SalesPage({ query }: Pick<AreaPlace, 'query'>) {
  const period = figurePeriods.find((one) => one === query['period']) ?? 'week';
  const found = useQuery(figuresQuery(period, query['day']));
  const { data } = found;
  if (!data) return <Awaited query={found} />;
  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Figures</h1>
        <SaveFigures key={data.from} shown={data} />
      </div>
      <Periods page="" shown={data} />
      <Tiles figures={data} />
      <div className="figures-panels">
        <Panel
          title={`Revenue by ${data.period === 'day' ? 'hour' : 'day'}`}
          className="studio-panel figures-wide"
        >
          <p className="figures-legend" aria-hidden="true">
            <span>{daysText(data.from, data.to)}</span>
            <span>{daysText(data.before_from, data.before_to)}</span>
          </p>
          <RevenueChart figures={data} />
          <CourseTable figures={data} />
        </Panel>
        <SellerTable title="Best sellers" sellers={data.best} none="Nothing was sold." />
        <SellerTable
          title="Worst sellers"
          sellers={data.worst}
          none="Nothing was on sale and in stock throughout."
        />
        <CoverTable figures={data} />
        <CountryTable figures={data} />
      </div>
      <FigureNotes />
    </>
  );
}
