import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { releaseStates } from '#domain/enums.ts';
import { ReleaseState } from '#domain/wire/staff-releases.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import type { AreaPlace } from '../place.ts';
import { Problem } from '../Problem.tsx';
import { problemText } from '../problem-text.ts';
import { SearchBox } from '../SearchBox.tsx';
import { goTo, linkTo } from '../use-place.ts';
import { releasesQuery } from './catalogue-queries.ts';
import { releasePlace } from './release-place.ts';
import { releaseStory, stateNames } from './release-texts.ts';

/** The history: who changed what, and when. */
export function ReleaseList({ place }: { place: AreaPlace }) {
  const { q = '', after = null } = place.query;
  const state = ReleaseState.safeParse(place.query['state']).data ?? null;
  const search = useRef<HTMLInputElement>(null);
  const releases = useQuery(releasesQuery(q, state, after));
  const rows = releases.data?.releases ?? [];

  function show(query: Record<string, string>, how: 'push' | 'replace' = 'push'): void {
    const set = Object.entries({ q, state: state ?? '', ...query }).filter(([, text]) => text);
    goTo({ ...place, query: Object.fromEntries(set) }, how);
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
          onSearch={(text) => show({ q: text }, 'replace')}
        />
        <div className="studio-filter" data-set={state === null ? undefined : ''}>
          <label>
            <span>State</span>
            <select
              className="field"
              value={state ?? ''}
              onChange={({ currentTarget: { value } }) => show({ state: value })}
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
      {releases.isError && (
        <Problem text={problemText(releases.error)} onRetry={() => void releases.refetch()} />
      )}
      {releases.isPending && <Loading />}
      {releases.data && rows.length === 0 && (
        <div className="studio-empty">
          <p>{q === '' && state === null ? 'Nothing was changed yet.' : 'Nothing is like that.'}</p>
        </div>
      )}
      {rows.length > 0 && (
        <ul className="release-list" data-stale={releases.isPlaceholderData ? '' : undefined}>
          {rows.map((row) => (
            <li key={row.id}>
              <a className="studio-number" {...linkTo(releasePlace(row.id))}>
                {row.title}
              </a>
              <span className="release-state" data-state={row.state}>
                {stateNames[row.state]}
                {row.undone_by !== null && ', undone'}
              </span>
              <span className="studio-soft">
                {releaseStory(row)} · from {row.source}
              </span>
              {row.failure !== null && <span className="message-error">{row.failure}</span>}
            </li>
          ))}
        </ul>
      )}
      {(after !== null || releases.data?.next) && (
        <nav aria-label="Pages" className="studio-pages">
          {after !== null && (
            <button type="button" className="button-quiet" onClick={() => show({ after: '' })}>
              First page
            </button>
          )}
          {releases.data?.next && (
            <button
              type="button"
              className="button-quiet"
              onClick={() => show({ after: releases.data.next ?? '' })}
            >
              Next page
            </button>
          )}
        </nav>
      )}
    </>
  );
}
