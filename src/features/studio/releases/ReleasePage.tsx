import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import type { Release } from '#domain/contracts/staff-releases.ts';
import { Panel } from '../kit/Panel.tsx';
import { Awaited } from '../kit/Awaited.tsx';
import { linkTo } from '../kit/use-place.ts';
import { releaseQuery } from './release-queries.ts';
import { OpenRelease } from './OpenRelease.tsx';
import { PublishedRelease } from './PublishedRelease.tsx';
import { releasePlace } from './release-place.ts';
import { releaseStory, stateNames } from './release-texts.ts';

function History({ events }: Pick<Release, 'events'>) {
  return (
    <Panel title="History" className="release-note">
      <ul>
        {events.map(({ at, by, what }) => (
          <li key={`${at} ${what}`}>
            {londonText(at)}: {what} by {by}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Related({ release: { undoes, undone_by } }: { release: Release }) {
  return (
    <>
      {undoes !== null && (
        <p>
          It undoes{' '}
          <a className="link" {...linkTo(releasePlace(undoes))}>
            an earlier release
          </a>
          .
        </p>
      )}
      {undone_by !== null && (
        <p>
          It was undone by{' '}
          <a className="link" {...linkTo(releasePlace(undone_by))}>
            a later release
          </a>
          .
        </p>
      )}
    </>
  );
}

/** A release: its changes, actions and history. */
export default function ReleasePage({ id }: { id: string }) {
  const release = useQuery(releaseQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = release;
  const state = data?.state;
  // An action changed the state: move the focus to the new content.
  useEffect(() => {
    if (state !== undefined) heading.current?.focus({ preventScroll: true });
  }, [state]);
  if (release.error instanceof ApiError && release.error.status === 404) {
    return (
      <>
        <h1 className="heading">Release not found</h1>
        <p>
          <a className="button-quiet" {...linkTo({ at: 'catalogue', page: 'releases', query: {} })}>
            All releases
          </a>
        </p>
      </>
    );
  }
  if (release.isError || !data) return <Awaited query={release} />;
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading" ref={heading} tabIndex={-1}>
          {data.title}
        </h1>
      </div>
      <p className="release-story">
        <span className="release-state" data-state={data.state}>
          {stateNames[data.state]}
        </span>{' '}
        {releaseStory(data)} · from {data.source}
      </p>
      <Related release={data} />
      {data.failure !== null && <p className="message-error">{data.failure}</p>}
      {['draft', 'failed', 'scheduled'].includes(data.state) && <OpenRelease release={data} />}
      {data.state === 'published' && <PublishedRelease release={data} />}
      <History events={data.events} />
    </>
  );
}
