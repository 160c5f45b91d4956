import { useQuery } from '@tanstack/react-query';
import { countText } from '#domain/basics/count-text.ts';
import { Failure } from '../kit/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { CheckField } from '../kit/form/CheckField.tsx';
import type { Release } from '#domain/contracts/staff-releases.ts';
import { momentText } from '../kit/day-text.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { linkTo } from '../kit/use-place.ts';
import { releaseQuery } from '../releases/release-queries.ts';
import { ColumnUses } from './ColumnUses.tsx';
import { FileDrop } from './FileDrop.tsx';
import { MistakeList } from './MistakeList.tsx';
import { PictureProgress } from './PictureProgress.tsx';
import { ProductGroups } from './ProductGroups.tsx';
import { releasePlace } from '../releases/release-place.ts';
import { RenameQuestions } from './RenameQuestions.tsx';
import { SaveExport } from './SaveExport.tsx';
import { useImport } from './use-import.ts';

interface Props {
  imported: ReturnType<typeof useImport>;
}

/** Progress and content of the chosen file, with its problems and questions. */
function Report({ imported }: Props) {
  const { fileName, fileProblem, reading, data, pictures, fetched, answers, setAnswers } = imported;
  return (
    <>
      <Failure of={fileProblem} />
      {reading.isError && <Awaited query={reading} />}
      <output className="import-status">
        {fileName && reading.isFetching && `Reading ${fileName} …`}
        {fileName &&
          data &&
          !reading.isFetching &&
          `${fileName}${data.platform === null ? '' : `, ${data.platform}’s product file`}: ${countText(data.counts.products, 'product')}, ${countText(data.counts.colours, 'colour')}, ${countText(data.counts.pictures, 'picture')}.`}
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
      {data && <ProductGroups heading="Not imported" groups={data.leftOut} />}
      {data && <ProductGroups heading="Missing facts" groups={data.lacking} />}
      {data && data.columns.length > 0 && (
        <ColumnUses columns={data.columns} platform={data.platform} />
      )}
      {data && pictures.pictures.length > 0 && (
        <PictureProgress {...pictures} fetched={fetched} onSend={() => void pictures.send()} />
      )}
    </>
  );
}

interface ReadyProps extends Props {
  disabled: boolean;
  onPreview: () => void;
}

function Ready({ imported, disabled, onPreview }: ReadyProps) {
  const { archiveMissing, setArchiveMissing, action, isComplete, reading } = imported;
  const { missing, goesOn, setGoesOn } = imported;
  return (
    <section className="import-ready" aria-label="Preview">
      <CheckField checked={archiveMissing} onChange={setArchiveMissing}>
        Archive products and colours that are not in this file
      </CheckField>
      {missing > 0 && (
        <CheckField checked={goesOn} onChange={setGoesOn}>
          Go on without the {countText(missing, 'missing picture')}: add them later, with this file
          or on the product’s page
        </CheckField>
      )}
      <Failure of={action.problem} />
      <div className="release-verbs">
        <Button
          look="main"
          busy={action.isBusy}
          disabled={disabled || !isComplete || reading.isFetching}
          onClick={onPreview}
        >
          Preview
        </Button>
      </div>
      {!isComplete && !goesOn && (
        <p className="studio-soft">The preview is available once all pictures are uploaded.</p>
      )}
    </section>
  );
}

/** Says which draft's file is replaced, and what is lost with it. */
function Replaced({ draft }: { draft: Release }) {
  const { id, title, source, version, changed_by, changed_at } = draft;
  return (
    <>
      <p className="release-story">
        Your file replaces {source} in the draft{' '}
        <a className="link" {...linkTo(releasePlace(id))}>
          {title}
        </a>
        .
      </p>
      {version > 1 && (
        <p className="studio-warning" role="note">
          The draft has been changed since it was made, last by {changed_by},{' '}
          {momentText(changed_at)}. Your file replaces that as well: what was edited by hand is
          lost.{' '}
          <a className="link" {...linkTo({ at: 'catalogue', page: 'files', query: {} })}>
            Make another draft instead
          </a>
        </p>
      )}
    </>
  );
}

/**
 * Imports a spreadsheet with its pictures as a draft release.
 * @param replaces id of the draft whose file it replaces; null for a new draft.
 */
export default function ImportPage({ replaces }: { replaces: string | null }) {
  const draft = useQuery({ ...releaseQuery(replaces ?? ''), enabled: replaces !== null });
  const imported = useImport();
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Spreadsheets</h1>
      </div>
      {draft.data && <Replaced draft={draft.data} />}
      {draft.isError && <Awaited query={draft} />}
      <div className={replaces === null ? 'import-start' : undefined}>
        {replaces === null && <SaveExport />}
        <FileDrop onFiles={imported.take} />
      </div>
      <Report imported={imported} />
      {imported.data?.given && (
        <Ready
          imported={imported}
          disabled={replaces !== null && !draft.data}
          onPreview={() => void imported.preview(draft.data)}
        />
      )}
    </>
  );
}
