import type { OrderReturn } from '#domain/orders/order.ts';
import type { OrderActs } from './order-acts.ts';
import { PhotoField } from './PhotoField.tsx';
import type { PickedPhoto } from './use-picked-photos.ts';
import { useSentPhotos } from './use-sent-photos.ts';

interface Props {
  back: OrderReturn;
  acts: OrderActs;
  /** Chosen when the return was requested. */
  picked: readonly PickedPhoto[];
}

/** The photos of an open return: uploaded, added and removed. */
export function ReturnPhotos({ back, acts, picked }: Props) {
  const { photos, news, add, remove, retry } = useSentPhotos(
    acts.photosOf(back.id),
    back.photos > 0,
    picked,
  );
  return (
    <PhotoField
      photos={photos}
      news={news}
      onPick={add}
      onRemove={(id) => void remove(id)}
      onRetry={retry}
    />
  );
}
