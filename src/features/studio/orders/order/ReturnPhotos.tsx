import { useQuery } from '@tanstack/react-query';
import { getReturnPhotos } from '#domain/contracts/staff-orders.ts';
import { staffQuery } from '../../kit/staff-query.ts';
import { momentText } from '../../kit/day-text.ts';
import { Awaited } from '../../kit/Awaited.tsx';
import type { Return } from './order-texts.ts';

/** Refetch interval in ms; signed URLs are valid for 15 minutes. */
const RENEW_MS = 10 * 60_000;

/** The shopper’s photos of a fault, each linked to its large version. */
export function ReturnPhotos({ order, back }: { order: number; back: Return }) {
  const photos = useQuery(
    staffQuery(
      // A new photo needs new URLs.
      ['photos', order, back.photos],
      getReturnPhotos,
      { order: String(order) },
      {
        staleTime: RENEW_MS,
        refetchInterval: RENEW_MS,
      },
    ),
  );
  if (photos.isError) {
    return <Awaited query={photos} />;
  }
  const own = (photos.data?.photos ?? []).filter((photo) => photo.return === back.id);
  return (
    <ul className="order-photos" aria-label={`Photos of ${back.code}`} aria-busy={photos.isPending}>
      {own.map(({ id, small, large, added_at }, place) => (
        <li key={id}>
          <a href={large} target="_blank" rel="noreferrer">
            <img src={small} alt={`${place + 1} of ${own.length}, sent ${momentText(added_at)}`} />
          </a>
        </li>
      ))}
    </ul>
  );
}
