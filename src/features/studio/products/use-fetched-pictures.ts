import { useState } from 'react';
import { pictureFileName } from '#domain/catalogue/picture-file-name.ts';
import { pictureKey } from './dropped-files.ts';
import type { NeededPicture } from './use-pictures.ts';

/** Shopify's file server, which lets pages of any site read its files; also in the page's policy (studio.astro). */
const OPEN_SERVER = 'https://cdn.shopify.com/';

/** Parallel requests. */
const AT_ONCE = 3;

/** @returns null if the server does not answer with a picture. */
async function fetchPicture(address: string): Promise<File | null> {
  try {
    const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
    const content = response.ok ? await response.blob() : null;
    if (!content?.type.startsWith('image/')) return null;
    return new File([content], pictureFileName(address), { type: content.type, lastModified: 0 });
  } catch {
    return null;
  }
}

/**
 * Fetches missing pictures from their addresses on another platform, where it allows that.
 * @param onFetched takes each picture by its key.
 */
export function useFetchedPictures(
  pictures: readonly NeededPicture[],
  onFetched: (key: string, file: File) => void,
) {
  const [isFetching, setFetching] = useState(false);
  const [failed, setFailed] = useState(0);
  const wanted = new Set(
    pictures
      .filter(({ name, file }) => file === undefined && name.startsWith(OPEN_SERVER))
      .map(({ name }) => name),
  );

  async function fetchAll(): Promise<void> {
    if (isFetching) return;
    setFetching(true);
    setFailed(0);
    const waiting = [...wanted];
    async function worker(): Promise<void> {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const file = await fetchPicture(next);
        if (file) onFetched(pictureKey(next), file);
        else setFailed((count) => count + 1);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    setFetching(false);
  }

  return { wanted: wanted.size, isFetching, failed, fetchAll };
}
