import { useRef, useState } from 'react';
import { PhotoRefusal, scaledPhoto } from '#browser/photos/scale-photo.ts';
import { photoRefusals } from '#domain/catalogue/photo.ts';

/** A photo chosen by the shopper. */
export interface PickedPhoto {
  /** Idempotency key: unchanged however often it is sent. */
  id: string;
  /** JPEG in base64. */
  picture: string;
  /** A data URL. */
  preview: string;
}

function problemOf(file: File, error: unknown): string {
  return `${file.name}: ${error instanceof PhotoRefusal ? error.message : photoRefusals.notAPicture}`;
}

/**
 * Reads chosen files one at a time, because a phone's memory is small.
 * @param taken number of existing photos.
 * @param most maximum number of photos.
 * @param onPick called with each photo as soon as it is read.
 */
export function usePickedPhotos(taken: number, most: number, onPick: (photo: PickedPhoto) => void) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [reading, setReading] = useState(0);
  const last = useRef(Promise.resolve());

  async function read(files: readonly File[], room: number): Promise<void> {
    const found: string[] = [];
    for (const file of files.slice(0, room)) {
      try {
        onPick({ id: crypto.randomUUID(), ...(await scaledPhoto(file)) });
      } catch (error) {
        found.push(problemOf(file, error));
      }
      setReading((count) => count - 1);
    }
    if (files.length > room) found.push(`Only ${most} photos fit.`);
    setProblems(found);
  }

  function pick(files: readonly File[]): void {
    const room = Math.max(0, most - taken - reading);
    setProblems([]);
    setReading((count) => count + Math.min(room, files.length));
    last.current = last.current.then(() => read(files, room));
  }

  return { pick, problems, reading };
}
