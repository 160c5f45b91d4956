import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getQuarters,
  type FiledQuarter,
  type OpenQuarter,
} from '#domain/contracts/staff-quarters.ts';
import { Panel } from '../kit/Panel.tsx';
import { Button } from '../kit/Button.tsx';
import { staffQuery } from '../kit/staff-query.ts';
import { momentText } from '../kit/day-text.ts';
import { useMay } from '../kit/may.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { daysText } from './figure-texts.ts';
import { FileQuarterDialog } from './FileQuarterDialog.tsx';
import { QuarterFiles } from './QuarterFiles.tsx';
import { QuarterSums } from './QuarterSums.tsx';
import { quarterName } from './quarter-texts.ts';

const quartersQuery = staffQuery(['quarters'], getQuarters, {});

function Open({ open, onNews }: { open: OpenQuarter; onNews: (text: string) => void }) {
  const mayFile = useMay()('file_accounts');
  const [isFiling, setFiling] = useState(false);
  const name = quarterName(open.quarter);
  return (
    <Panel title={`${name}, ${open.ended ? 'not filed yet' : 'still running'}`}>
      <p className="studio-soft">{daysText(open.quarter, open.to)}</p>
      <QuarterSums sums={open.sums} name={name} />
      <div className="studio-actions">
        {mayFile && open.ended && (
          <Button look="main" onClick={() => setFiling(true)}>
            File {name}
          </Button>
        )}
        <QuarterFiles quarter={open} />
      </div>
      {isFiling && (
        <FileQuarterDialog quarter={open} onClose={() => setFiling(false)} onNews={onNews} />
      )}
    </Panel>
  );
}

function Filed({ filed }: { filed: FiledQuarter }) {
  const name = quarterName(filed.quarter);
  return (
    <details className="studio-panel quarter-filed">
      <summary>
        <strong>{name}</strong>{' '}
        <span className="studio-dim">
          filed on {momentText(filed.at)} by {filed.by}
        </span>
      </summary>
      <QuarterSums sums={filed.sums} name={name} />
      <div className="studio-actions">
        <QuarterFiles quarter={filed} />
      </div>
    </details>
  );
}

/** VAT quarters: the next to file, and those filed. */
export function QuartersPage() {
  const found = useQuery(quartersQuery);
  const { data } = found;
  const [news, setNews] = useState('');
  if (!data) return <Awaited query={found} />;
  return (
    <>
      <h1 className="heading">VAT quarters</h1>
      <p className="studio-soft quarter-note">
        A filed quarter and its files never change. A refund or sale of it that is recorded later
        counts in the open quarter, as late.
      </p>
      <output className="studio-news">{news}</output>
      {data.open ? (
        <Open key={data.open.quarter} open={data.open} onNews={setNews} />
      ) : (
        <p className="studio-empty">No payments yet.</p>
      )}
      {data.filed.length > 0 && (
        <Panel title="Filed" className="quarter-list">
          {data.filed.map((filed) => (
            <Filed key={filed.quarter} filed={filed} />
          ))}
        </Panel>
      )}
    </>
  );
}
