import '../kit/without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { activityAreas } from '#domain/enums.ts';
import { type Act, getActivity } from '#domain/contracts/staff-activity.ts';
import { keepsPrevious, staffQuery } from '../kit/staff-query.ts';
import { momentText } from '../kit/day-text.ts';
import { DateField } from '../kit/form/DateField.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { PageLinks } from '../kit/PageLinks.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { SearchBox } from '../kit/SearchBox.tsx';
import { goTo, linkTo } from '../kit/use-place.ts';
import { aboutText, actText, areaNames, placeOf } from './activity-texts.ts';

const filterNames = ['area', 'staff', 'q', 'since', 'until'] as const;
type Filters = Partial<Record<(typeof filterNames)[number], string>>;

/** The log with these filters, `''` for none. */
function logAt(filters: Filters, after?: string): AreaPlace {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  const query = { ...Object.fromEntries(set), ...(after !== undefined && { after }) };
  return { at: 'activity', page: '', query };
}

const areaChoices: Readonly<Record<string, string>> = { '': 'All', ...areaNames };

function Row({ of }: { of: Act }) {
  const place = placeOf(of);
  const about = aboutText(of);
  return (
    <li>
      <time dateTime={of.at}>{momentText(of.at)}</time>
      <b>{of.by}</b>
      <div>
        <p>
          {actText(of)}
          {about !== '' && ': '}
          {place === null ? (
            about
          ) : (
            <a className="link" {...linkTo(place)}>
              {about}
            </a>
          )}
        </p>
        {of.words !== null && <p className="studio-soft studio-words">{of.words}</p>}
      </div>
    </li>
  );
}

/** The activity log: what everyone did, newest first. */
export default function ActivityArea({ place: { query } }: { place: AreaPlace }) {
  const search = useRef<HTMLInputElement>(null);
  const { area, staff, q, since, until, after } = query;
  const filters: Filters = Object.fromEntries(
    filterNames.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  );
  const known = activityAreas.find((name) => name === area);
  const found = useQuery(
    staffQuery(
      ['activity', query],
      getActivity,
      { area: known, staff, q, since, until, after },
      keepsPrevious,
    ),
  );
  const { data } = found;

  function filter(changed: Filters): void {
    goTo(logAt({ ...filters, ...changed }), 'replace');
  }

  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Activity</h1>
        <SearchBox
          ref={search}
          q={q ?? ''}
          label="Search the activity"
          placeholder="Order, customer, product, release …"
          onSearch={(text) => filter({ q: text })}
        />
      </div>
      <div className="activity-filters">
        <SelectField
          label="Colleague"
          value={staff ?? ''}
          choices={{
            '': 'Everyone',
            ...Object.fromEntries(
              (data?.people ?? []).map(({ staff: id, name, role, until: left }) => [
                String(id),
                `${name}, ${role}${left === null ? '' : ' (before)'}`,
              ]),
            ),
          }}
          onChange={(value) => filter({ staff: value })}
        />
        <SelectField
          label="Area"
          value={area ?? ''}
          choices={areaChoices}
          onChange={(value) => filter({ area: value })}
        />
        <DateField label="From" value={since ?? ''} onChange={(day) => filter({ since: day })} />
        <DateField label="To" value={until ?? ''} onChange={(day) => filter({ until: day })} />
      </div>
      <Awaited query={found} />
      {data?.rows.length === 0 && <p className="studio-empty">Nothing was done here.</p>}
      <ol className="activity-list">
        {data?.rows.map((row) => (
          <Row key={row.key} of={row} />
        ))}
      </ol>
      <PageLinks
        first={after === undefined ? null : logAt(filters)}
        next={data?.next ? logAt(filters, data.next) : null}
      />
    </>
  );
}
