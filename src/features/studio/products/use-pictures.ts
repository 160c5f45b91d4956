import { useCallback, useEffect, useRef, useState } from 'react';
import { type CatalogueReading, keepPicture } from '#domain/contracts/catalogue-reading.ts';
import { ApiError } from '#api/http/api-error.ts';
import { asStaff } from '../kit/as-staff.ts';
import { problemText } from '../kit/problem-text.ts';
import { findPicture } from './dropped-files.ts';
import { PictureRefusal, sendable } from '../kit/scale-picture.ts';

/** Parallel uploads. */
const AT_ONCE = 3;

/** Result of an upload: its URL, or why it was refused. */
type Sent = { address: string } | { refusal: string };

/** A picture named in a spreadsheet, with the result of its upload, if there is one. */
export interface NeededPicture {
  slug: string;
  /** File name, or URL on the platform that the spreadsheet is from. */
  name: string;
  file: File | undefined;
  address?: string;
  refusal?: string;
}

/** Key of an upload: the same file for the same product is uploaded once. */
function keyOf({ slug, name }: { slug: string; name: string }, file: File): string {
  return [slug, name, file.size, file.lastModified].join('/');
}

/** Uploads the pictures named in a spreadsheet. Resumes with the rest after a failure. */
export function usePictures(
  needed: CatalogueReading['pictures'],
  files: ReadonlyMap<string, File>,
) {
  const [sent, setSent] = useState<ReadonlyMap<string, Sent>>(new Map());
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const known = useRef(sent);

  // Without a problem, the uploads of an import go on by themselves.
  useEffect(() => {
    const goOn = () => setProblem('');
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, []);

  const names = needed.map(({ name }) => name);
  const pictures: NeededPicture[] = needed.map(({ slug, name }) => {
    const file = findPicture(files, name, names);
    if (file === 'several') {
      const refusal = `it is not clear which file ${name} is. Drop the folder that holds it, named as in the spreadsheet.`;
      return { slug, name, file: undefined, refusal };
    }
    const outcome = file && sent.get(keyOf({ slug, name }, file));
    return { slug, name, file, ...outcome };
  });

  const note = useCallback((key: string, outcome: Sent) => {
    known.current = new Map([...known.current, [key, outcome]]);
    setSent(known.current);
  }, []);

  async function sendOne(picture: NeededPicture & { file: File }): Promise<void> {
    const { slug, file } = picture;
    const key = keyOf(picture, file);
    try {
      note(
        key,
        await asStaff(keepPicture, { slug, name: file.name }, { file: await sendable(file) }),
      );
    } catch (error) {
      const isRefused =
        error instanceof PictureRefusal || (error instanceof ApiError && error.status === 400);
      if (!isRefused) throw error;
      note(key, { refusal: error instanceof ApiError ? problemText(error) : error.message });
    }
  }

  /** Uploads the available pictures that are still missing. */
  async function send(): Promise<void> {
    if (isSending) return;
    setSending(true);
    setProblem('');
    const waiting = pictures.flatMap((picture) =>
      picture.file && picture.address === undefined && picture.refusal === undefined
        ? [{ ...picture, file: picture.file }]
        : [],
    );
    async function worker(): Promise<void> {
      for (let next = waiting.shift(); next; next = waiting.shift()) await sendOne(next);
    }
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    } catch (error) {
      waiting.length = 0;
      setProblem(`${problemText(error)} Uploaded pictures are kept.`);
    } finally {
      setSending(false);
    }
  }

  return { pictures, isSending, problem, send };
}
