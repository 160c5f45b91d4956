import { countText } from '#domain/basics/count-text.ts';
import type { KindOfMistake } from '#domain/contracts/catalogue-reading.ts';
import { ShortList } from './ShortList.tsx';

function cellText({ cell, found }: KindOfMistake['cells'][number]): string {
  return found === null ? cell : `${cell} (“${found}”)`;
}

/** Mistakes in a spreadsheet, identical ones in one line. */
export function MistakeList({ mistakes }: { mistakes: readonly KindOfMistake[] }) {
  const many = mistakes.reduce((sum, mistake) => sum + mistake.many, 0);
  return (
    <section className="import-mistakes" aria-labelledby="import-mistakes">
      <h2 id="import-mistakes" className="studio-subheading">
        {countText(many, 'mistake')}
      </h2>
      <p className="studio-soft">
        Correct {many === 1 ? 'it' : 'them'} in the spreadsheet, save it and drop it again. Nothing
        was changed.
      </p>
      <ul>
        {mistakes.map(({ column, message, many: equal, cells }) => (
          <li key={`${column}/${message}`}>
            {column !== null && <b>{column}: </b>}
            {message}
            {cells.length > 0 && <ShortList items={cells.map(cellText)} shown={8} many={equal} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
