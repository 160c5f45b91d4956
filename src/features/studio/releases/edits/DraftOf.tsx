import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Release, ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import { Awaited } from '../../kit/Awaited.tsx';
import { linkTo } from '../../kit/use-place.ts';
import { releasePlace } from '../release-place.ts';
import { releaseQuery } from '../release-queries.ts';
import { stateNames } from '../release-texts.ts';

interface Props {
  /** The release's id. */
  id: string;
  /** Whether the draft changes what the form edits. */
  isIn?: (changes: ReleaseChanges) => boolean;
  children: (draft: Release) => ReactNode;
}

/** The form of a draft, or why it cannot be edited. */
export function DraftOf({ id, isIn, children }: Props) {
  const release = useQuery(releaseQuery(id));
  const { data } = release;
  if (release.isError || !data) return <Awaited query={release} />;
  const isOpen = data.state === 'draft' || data.state === 'failed';
  if (isOpen && (!isIn || isIn(data.changes))) return children(data);
  return (
    <>
      <p>
        {isOpen
          ? 'This release cannot be edited here.'
          : `This release is ${stateNames[data.state].toLowerCase()}, so it cannot be edited here.`}
      </p>
      <p className="release-verbs">
        <a className="button" {...linkTo(releasePlace(id))}>
          Show the release
        </a>
      </p>
    </>
  );
}
