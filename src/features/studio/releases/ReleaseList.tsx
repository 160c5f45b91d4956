import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { releaseStates } from '#domain/enums.ts';
import { ReleaseState } from '#domain/contracts/staff-releases.ts';
import { PageLinks } from '../kit/PageLinks.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { SearchBox } from '../kit/SearchBox.tsx';
import { goTo } from '../kit/use-place.ts';
import { releasesQuery } from './release-queries.ts';
import { stateNames } from './release-texts.ts';
import { ReleaseRows } from './ReleaseRows.tsx';

/** All releases: who changed what, and when. */
export function ReleaseList({ place }: { place: AreaPlace }) {
  const { q = '', after = null } = place.query;
  const state = ReleaseState.safeParse(place.query['state']).data ?? null;
  const search = useRef<HTMLInputElement>(null);
  const releases = useQuery(releasesQuery(q, state, after));
  const { data } = releases;

  function placeWith(query: Record<string, string>): AreaPlace {
    const set = Object.entries({ q, state: state ?? '', ...query }).filter(([, text]) => text);
    return { ...place, query: Object.fromEntries(set) };
  }

  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Releases</h1>
        <SearchBox
          ref={search}
          q={q}
          label="Search in releases"
          placeholder="Title, file, person, product …"
          onSearch={(text) => goTo(placeWith({ q: text }), 'replace')}
        />
        <div className="studio-filter" data-set={state === null ? undefined : ''}>
          <label>
            <span>State</span>
            <select
              className="field"
              value={state ?? ''}
              onChange={({ currentTarget: { value } }) => goTo(placeWith({ state: value }))}
            >
              <option value="">All</option>
              {releaseStates.map((one) => (
                <option key={one} value={one}>
                  {stateNames[one]}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      <Awaited query={releases} />
      {data?.releases.length === 0 && (
        <div className="studio-empty">
          <p>{q === '' && state === null ? 'No releases yet.' : 'No releases match.'}</p>
        </div>
      )}
      {data && data.releases.length > 0 && (
        <div data-stale={releases.isPlaceholderData ? '' : undefined}>
          <ReleaseRows rows={data.releases} />
        </div>
      )}
      <PageLinks
        first={after === null ? null : placeWith({})}
        next={data?.next ? placeWith({ after: data.next }) : null}
      />
    </>
  );
}
