import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cutText } from '#domain/basics/cut-text.ts';
import { readCatalogueFile } from '#domain/contracts/catalogue-reading.ts';
import { saveRelease, type Release } from '#domain/contracts/staff-releases.ts';
import { asStaff } from '../kit/as-staff.ts';
import { goTo } from '../kit/use-place.ts';
import { sortFiles } from './dropped-files.ts';
import { changesWithPictures } from '#domain/contracts/changes-with-pictures.ts';
import { noOptions } from '../releases/new-release.ts';
import { releasePlace } from '../releases/release-place.ts';
import type { Answers } from './RenameQuestions.tsx';
import { useFetchedPictures } from './use-fetched-pictures.ts';
import { usePictures } from './use-pictures.ts';
import { useReleaseAction } from '../releases/use-release-action.ts';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';

/** A chosen spreadsheet; choosing the same file again makes another. */
interface Sheet {
  file: File;
  id: string;
}

function read({ file }: Sheet, answers: Answers, signal: AbortSignal) {
  const keysOf = (wanted: 'renamed' | 'new') =>
    Object.keys(answers).filter((key) => answers[key] === wanted);
  const asked = { name: file.name, renamed: keysOf('renamed'), new: keysOf('new') };
  return asStaff(readCatalogueFile, asked, { signal, file });
}

function useReading(sheet: Sheet | null, answers: Answers) {
  return useQuery({
    queryKey: ['catalogue-read', sheet?.id, answers],
    queryFn: ({ signal }) => (sheet ? read(sheet, answers, signal) : null),
    enabled: sheet !== null,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
    // The report of a file stays visible while its questions are answered.
    placeholderData: (last, query) => (query?.queryKey[1] === sheet?.id ? last : undefined),
  });
}

/** Uploads a spreadsheet's pictures as soon as they are there, so that their errors come with those of cells. */
function useUpload(pictures: ReturnType<typeof usePictures>, isRead: boolean): void {
  const canSend = isRead && pictures.problem === '' && !pictures.isSending;
  const isWaiting = pictures.pictures.some(
    ({ file, address, refusal }) => file && address === undefined && refusal === undefined,
  );
  const send = useRef(pictures.send);
  useEffect(() => {
    send.current = pictures.send;
  });
  useEffect(() => {
    if (canSend && isWaiting) void send.current();
  }, [canSend, isWaiting]);
}

/** The files of an import, what the server reads in them, and the draft they become. */
export function useImport() {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [pictureFiles, setPictureFiles] = useState<ReadonlyMap<string, File>>(new Map());
  const [answers, setAnswers] = useState<Answers>({});
  const [archiveMissing, setArchiveMissing] = useState(false);
  const [goesOn, setGoesOn] = useState(false);
  const [fileProblem, setFileProblem] = useState('');
  const keyOf = useIdempotencyKey();
  const action = useReleaseAction();
  const reading = useReading(sheet, answers);
  const data = reading.data ?? null;
  const pictures = usePictures(data?.pictures ?? [], pictureFiles);
  useUpload(pictures, data !== null);
  const fetched = useFetchedPictures(pictures.pictures, (key, file) =>
    setPictureFiles((known) => new Map([...known, [key, file]])),
  );

  const missing = pictures.pictures.filter(({ address }) => address === undefined).length;

  function take(files: readonly File[]): void {
    const { sheets, pictures: found } = sortFiles(files);
    const [file, another] = sheets;
    const isNeither = !file && found.size === 0;
    setFileProblem(another ? `These are ${sheets.length} spreadsheets. Drop one at a time.` : '');
    if (isNeither) setFileProblem('No spreadsheet or picture found.');
    // A new file never shows the report of the previous one.
    if (file || isNeither) {
      setSheet(file && !another ? { file, id: crypto.randomUUID() } : null);
      setAnswers({});
      setArchiveMissing(false);
      setGoesOn(false);
    }
    setPictureFiles((known) => new Map([...known, ...found]));
  }

  /** @param replaced draft whose file is replaced; undefined for a new draft. */
  async function preview(replaced: Release | undefined): Promise<void> {
    if (!data?.given || !sheet) return;
    const { name } = sheet.file;
    const changes = changesWithPictures(data.given, data.order, pictures.pictures);
    const options = { ...noOptions, archive_missing: archiveMissing };
    const release = replaced?.id ?? keyOf({ changes, options });
    const draft = {
      release,
      title: replaced?.title ?? cutText(name.replace(/\.[^.]*$/, ''), 120),
      source: cutText(name, 200),
      version: replaced?.version ?? 0,
    };
    const done = await action.run(() => asStaff(saveRelease, { changes, options, ...draft }));
    if (done) goTo(releasePlace(release));
  }

  return {
    fileName: sheet?.file.name,
    fileProblem,
    reading,
    data,
    pictures,
    fetched,
    /** Number of pictures that are not uploaded. */
    missing,
    goesOn,
    setGoesOn,
    isComplete: missing === 0 || (goesOn && !pictures.isSending && !fetched.isFetching),
    answers,
    setAnswers,
    archiveMissing,
    setArchiveMissing,
    action,
    take,
    preview,
  };
}
