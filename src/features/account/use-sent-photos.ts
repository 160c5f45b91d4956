import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import type { ReturnPhoto } from '#api/return-photos.ts';
import type { PhotoActs } from './order-acts.ts';
import type { ListedPhoto } from './PhotoField.tsx';
import type { PickedPhoto } from './use-picked-photos.ts';

/** Delays before retries while the network or the server is unavailable, in milliseconds. */
const waitsMs = [1000, 3000, 8000];
/** If the server asks for a longer wait, the shopper decides when to retry. */
const longestWaitMs = 8000;

/** A photo being uploaded. */
interface Leaving extends PickedPhoto {
  progress?: number | undefined;
  problem?: string | undefined;
}

/** Retries a call while its failure is transient. @throws ApiError */
async function patiently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (const wait of [...waitsMs, null]) {
    try {
      return await call();
    } catch (error) {
      if (wait === null || !(error instanceof ApiError) || !error.isPassing) throw error;
      const asked = (error.retryAfter ?? 0) * 1000;
      if (asked > longestWaitMs) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, Math.max(wait, asked));
      });
    }
  }
  throw new ApiError(0);
}

/** Asks for confirmation before leaving the page during an upload. */
function useLeavingAsks(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}

/**
 * The photos of a return: those stored, and those being uploaded, one at a time.
 * @param acts actions of the current viewer.
 * @param known whether any photos are stored already.
 * @param first photos chosen before the return existed.
 */
export function useSentPhotos(acts: PhotoActs, known: boolean, first: readonly PickedPhoto[]) {
  const [stored, setStored] = useState<readonly ReturnPhoto[]>([]);
  const [leaving, setLeaving] = useState<readonly Leaving[]>(first);
  const [news, setNews] = useState('');
  /** Photos removed during their upload. */
  const dropped = useRef(new Set<string>());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const started = useRef(false);

  function update(id: string, change: Pick<Leaving, 'progress' | 'problem'>): void {
    setLeaving((all) =>
      all.map((photo) =>
        photo.id === id ? { ...photo, progress: undefined, problem: undefined, ...change } : photo,
      ),
    );
  }

  async function sendOne({ id, picture }: PickedPhoto): Promise<void> {
    if (dropped.current.has(id)) return;
    update(id, { progress: 0 });
    try {
      const photos = await patiently(() =>
        acts.add(id, picture, (progress) => update(id, { progress })),
      );
      if (photos === null) return;
      if (dropped.current.has(id)) {
        const left = await acts.remove(id);
        if (left) setStored(left);
        return;
      }
      setStored(photos);
      setLeaving((all) => all.filter((photo) => photo.id !== id));
      setNews(photos.length === 1 ? '1 photo sent' : `${photos.length} photos sent`);
    } catch (error) {
      update(id, { problem: messageOf(error) });
    }
  }

  function send(photos: readonly PickedPhoto[]): void {
    setNews('');
    for (const photo of photos) queue.current = queue.current.then(() => sendOne(photo));
  }

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (known) {
      acts.show().then(
        (photos) => photos && setStored(photos),
        (error: unknown) => setNews(messageOf(error)),
      );
    }
    send(first);
  });

  function add(photo: PickedPhoto): void {
    setLeaving((all) => [...all, photo]);
    send([photo]);
  }

  async function remove(id: string): Promise<void> {
    dropped.current.add(id);
    setLeaving((all) => all.filter((photo) => photo.id !== id));
    if (!stored.some((photo) => photo.id === id)) return;
    try {
      const left = await acts.remove(id);
      if (left === null) return;
      setStored(left);
      setNews('Photo removed');
    } catch (error) {
      setNews(messageOf(error));
    }
  }

  function retry(): void {
    const refused = leaving.filter(({ problem }) => problem !== undefined);
    for (const { id } of refused) update(id, {});
    send(refused);
  }

  useLeavingAsks(leaving.some(({ problem }) => problem === undefined));

  const photos: ListedPhoto[] = [
    ...stored.map(({ id, small, large }) => ({ id, src: small, href: large })),
    ...leaving.map(({ id, preview, progress, problem }) => ({
      id,
      src: preview,
      progress,
      problem,
    })),
  ];
  return { photos, news, add, remove, retry };
}
