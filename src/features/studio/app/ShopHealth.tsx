import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getHealth } from '#domain/contracts/health.ts';
import { Panel } from '../kit/Panel.tsx';
import { staffQuery } from '../kit/staff-query.ts';
import { momentText } from '../kit/day-text.ts';
import { useMay } from '../kit/may.ts';

interface Props {
  /** The page shown. */
  address: string;
  children: ReactNode;
}

/**
 * Adds the shop's health to a page: its troubles above, or a quiet line below. For those who may move money. Troubles
 * that arrive after the page are at the bottom of the screen until the next page, or they would move a button under a
 * press.
 */
export function ShopHealth({ address, children }: Props) {
  const enabled = useMay()('move_money');
  const { data, isError } = useQuery(staffQuery(['health'], getHealth, {}, { enabled }));
  const [opened, setOpened] = useState({ address, status: data?.status });
  if (opened.address !== address) setOpened({ address, status: data?.status });
  const isAbove = opened.status === 'failing';
  const troubles = data?.status === 'failing' && (
    <Panel
      title="The shop needs attention"
      className={`studio-health ${isAbove ? '' : 'studio-health-late'}`}
    >
      <ul>
        {data.troubles.map(({ reason, text, since }) => (
          <li key={`${reason} ${text}`}>
            {text} {since && <span className="studio-dim">Since {momentText(since)}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
  return (
    <>
      {isAbove && troubles}
      {children}
      {!isAbove && troubles}
      {data?.status === 'ok' && (
        <p className="studio-well">The shop is well. Checked {momentText(data.checked_at)}</p>
      )}
      {isError && !data && <p className="studio-well">The shop’s health could not be checked.</p>}
    </>
  );
}
