import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Release } from '#domain/contracts/staff-releases.ts';
import { linkTo } from '../kit/use-place.ts';
import { useReleaseKinds } from './release-kind.ts';

/** Longest list of links; more products are edited in a spreadsheet. */
const MOST = 200;

/** Links to the forms of everything in a draft; one link if it is one thing. */
export function EditLinks({ release }: { release: Release }) {
  const kinds = useReleaseKinds();
  const client = useQueryClient();
  const { data: links = [] } = useQuery({
    queryKey: ['release', release.id, 'links', release.version],
    queryFn: async () =>
      (await Promise.all(kinds.map((kind) => kind.links(release, client)))).flat(),
    staleTime: Infinity,
    refetchInterval: false,
  });
  const [first] = links;
  if (!first) return null;
  if (links.length === 1)
    return (
      <a className="button-quiet" {...linkTo(first.place)}>
        Edit
      </a>
    );
  return (
    <details className="edit-links">
      <summary className="button-quiet">Edit …</summary>
      <ul>
        {links.slice(0, MOST).map(({ text, place }) => (
          <li key={text}>
            <a className="link" {...linkTo(place)}>
              {text}
            </a>
          </li>
        ))}
        {links.length > MOST && (
          <li>and {links.length - MOST} more: edit them in the spreadsheet.</li>
        )}
      </ul>
    </details>
  );
}
