import type { TrackedLine } from '#domain/contracts/staff-exports.ts';
import { isTaken, lineWarning, troubleFirst } from './tracking-file.ts';

function Line({ line }: { line: TrackedLine }) {
  const warning = lineWarning(line);
  const isBad = line.outcome !== 'readable' && !isTaken(line);
  return (
    <li>
      <span>
        <b>
          {line.order === null
            ? `Line ${line.line}`
            : [line.order, ...(line.with ?? [])].join(' + ')}
        </b>{' '}
        {line.tracking_number !== null && `${line.tracking_number}, ${line.carrier}`}
        {line.tracking_number === null && line.order !== null && (
          <span className="studio-dim">line {line.line}</span>
        )}
      </span>
      {line.outcome !== 'readable' && (
        <span className={isBad ? 'message-error' : 'message-success'}>{line.detail}</span>
      )}
      {warning !== '' && <span className="message-error">{warning}</span>}
    </li>
  );
}

/** Checked or sent lines, those with problems first. */
export function TrackedLines({ label, lines }: { label: string; lines: readonly TrackedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ol className="studio-tracked" aria-label={label}>
      {troubleFirst(lines).map((line) => (
        <Line key={line.line} line={line} />
      ))}
    </ol>
  );
}
