import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Answers, readCatalogueFile } from '#api/staff/catalogue-files.ts';
import { changeRelease } from '#api/staff/releases.ts';
import { countText } from '#domain/count-text.ts';
import { cutText } from '#domain/cut-text.ts';
import { asStaff } from '../as-staff.ts';
import { Problem } from '../Problem.tsx';
import { problemText } from '../problem-text.ts';
import { goTo, linkTo } from '../use-place.ts';
import { sortFiles } from './dropped-files.ts';
import { releaseQuery } from './catalogue-queries.ts';
import { changesWithPictures } from './given-changes.ts';
import { FileDrop } from './FileDrop.tsx';
import { MistakeList } from './MistakeList.tsx';
import { PictureProgress } from './PictureProgress.tsx';
import { releasePlace } from './release-place.ts';
import { RenameQuestions } from './RenameQuestions.tsx';
import { SaveExport } from './SaveExport.tsx';
import { usePictures } from './use-pictures.ts';
import { useReleaseAction } from './use-release-action.ts';

/** A spreadsheet that was given; the same one dropped again, once corrected, is another. */
interface Sheet {
  file: File;
  id: string;
}

/**
 * Takes a spreadsheet with its pictures, and prepares a release of what it changes.
 * @param replaces the draft whose file it takes the place of; null for a new one.
 */
export function ImportPage({ replaces }: { replaces: string | null }) {
  const draft = useQuery({ ...releaseQuery(replaces ?? ''), enabled: replaces !== null });
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [pictureFiles, setPictureFiles] = useState<ReadonlyMap<string, File>>(new Map());
  const [answers, setAnswers] = useState<Answers>({});
  const [archiveMissing, setArchiveMissing] = useState(false);
  const [said, setSaid] = useState('');
  const saved = useRef(new Map<string, string>());
  const action = useReleaseAction();
  const reading = useQuery({
    queryKey: ['catalogue-read', sheet?.id, answers],
    queryFn: ({ signal }) =>
      sheet
        ? asStaff((customer) => readCatalogueFile(sheet.file, answers, customer, signal))
        : null,
    enabled: sheet !== null,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
    // What one file said stays while its questions are answered, and goes with the file.
    placeholderData: (last, query) => (query?.queryKey[1] === sheet?.id ? last : undefined),
  });
  const data = reading.data ?? null;
  const pictures = usePictures(data?.pictures ?? [], pictureFiles);
  // Whatever else is wrong with the file, so that the mistakes of pictures come with those of cells.
  const canSend = data !== null && pictures.problem === '' && !pictures.isSending;
  const waiting = pictures.pictures.some(
    ({ file, address, refusal }) => file && address === undefined && refusal === undefined,
  );
  const send = useRef(pictures.send);
  useEffect(() => {
    send.current = pictures.send;
  });
  useEffect(() => {
    if (canSend && waiting) void send.current();
  }, [canSend, waiting]);

  function take(files: readonly File[]): void {
    const { sheets, pictures: found } = sortFiles(files);
    const [file, another] = sheets;
    const isNeither = !file && found.size === 0;
    setSaid(another ? `These are ${sheets.length} spreadsheets: drop one at a time.` : '');
    if (isNeither) setSaid('There is neither a spreadsheet nor a picture in it.');
    // The report of the former file could be taken for that of this one.
    if (file || isNeither) {
      setSheet(file && !another ? { file, id: crypto.randomUUID() } : null);
      setAnswers({});
      setArchiveMissing(false);
    }
    setPictureFiles(new Map([...pictureFiles, ...found]));
  }

  const given = data?.given ?? null;
  const isComplete = pictures.pictures.every(({ address }) => address !== undefined);

  async function preview(): Promise<void> {
    if (!given || !sheet) return;
    const changes = changesWithPictures(given, pictures.pictures);
    const options = {
      archive_missing: archiveMissing,
      overwrite: false,
      restore: false,
      allow_price_jumps: false,
      allow_archiving: 0,
    };
    // The same again after an answer that was lost is the same draft.
    const content = JSON.stringify({ changes, options });
    const release = replaces ?? saved.current.get(content) ?? crypto.randomUUID();
    saved.current.set(content, release);
    const { name } = sheet.file;
    const title = draft.data?.title ?? cutText(name.replace(/\.[^.]*$/, ''), 120);
    const version = draft.data?.version ?? 0;
    const done = await action.run((customer) =>
      changeRelease(
        { do: 'save', release, title, source: cutText(name, 200), changes, options, version },
        customer,
      ),
    );
    if (done) goTo(releasePlace(release));
  }

  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Spreadsheets</h1>
      </div>
      {replaces === null && <SaveExport />}
      {draft.data && (
        <p className="release-story">
          The file that you give takes the place of {draft.data.source} in the draft{' '}
          <a className="link" {...linkTo(releasePlace(draft.data.id))}>
            {draft.data.title}
          </a>
          .
        </p>
      )}
      {draft.isError && (
        <Problem text={problemText(draft.error)} onRetry={() => void draft.refetch()} />
      )}
      <FileDrop onFiles={take} />
      <div role="alert" className="studio-failure">
        {said !== '' && <p className="message-error">{said}</p>}
      </div>
      {reading.isError && (
        <Problem text={problemText(reading.error)} onRetry={() => void reading.refetch()} />
      )}
      <output className="import-status">
        {sheet && reading.isFetching && `Reading ${sheet.file.name} …`}
        {sheet &&
          data &&
          !reading.isFetching &&
          `${sheet.file.name}: ${countText(data.counts.products, 'product')}, ${countText(data.counts.colours, 'colour')}, ${countText(data.counts.pictures, 'picture')}.`}
      </output>
      {data && data.notes.length > 0 && (
        <ul className="import-notes">
          {data.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {data && data.mistakes.length > 0 && <MistakeList mistakes={data.mistakes} />}
      {data && data.questions.length > 0 && (
        <RenameQuestions questions={data.questions} answers={answers} onAnswer={setAnswers} />
      )}
      {data && pictures.pictures.length > 0 && (
        <PictureProgress {...pictures} onSend={() => void pictures.send()} />
      )}
      {given && (
        <section className="import-ready" aria-label="Preview">
          <label className="studio-check">
            <input
              type="checkbox"
              checked={archiveMissing}
              onChange={({ currentTarget: { checked } }) => setArchiveMissing(checked)}
            />
            Products and colours that are not in this file leave the shop
          </label>
          <div role="alert" className="studio-failure">
            {action.problem !== '' && <p className="message-error">{action.problem}</p>}
          </div>
          <div className="release-verbs">
            <button
              type="button"
              className="button"
              aria-busy={action.isBusy}
              disabled={!isComplete || reading.isFetching || (replaces !== null && !draft.data)}
              onClick={() => void preview()}
            >
              Preview
            </button>
          </div>
          {!isComplete && (
            <p className="studio-soft">There is a preview once all pictures are sent.</p>
          )}
        </section>
      )}
    </>
  );
}
