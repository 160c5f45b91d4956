import { existsSync } from 'node:fs';
import { cellMistake, type FileRows } from '#server/spreadsheets/file-rows.ts';
import { inParallel } from '#domain/in-parallel.ts';
import type { Mistake } from '#server/spreadsheets/mistake.ts';
import { isCut, lookAtPicture, type LookedAt } from '#server/spreadsheets/picture-faults.ts';
import { pictureSource, type PicturePlaces } from './picture-files.ts';

const atOnce = 16;

/** Maximum pictures named in a note; the rest are counted. */
const mostNames = 5;

/** Checks a picture, local or on the site; pictures already in the shop were checked before. */
async function lookAt(name: string, places: PicturePlaces): Promise<LookedAt | undefined> {
  try {
    const source = pictureSource(name, places);
    if (source.kind !== 'file') return undefined;
    if (existsSync(source.file)) return await lookAtPicture(name, source.file);
    return { fault: `The picture “${name}” was not found. Tried ${source.file}` };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

function namesIn(pictures: unknown): string[] {
  return Array.isArray(pictures) ? pictures.filter((name) => typeof name === 'string') : [];
}

function noteOnShapes(cut: readonly string[]): string[] {
  if (cut.length === 0) return [];
  const names = cut.toSorted().slice(0, mostNames).join(', ');
  const more = cut.length > mostNames ? ` and ${cut.length - mostNames} more` : '';
  return [`The shop shows pictures at 4:5 and crops these: ${names}${more}.`];
}

/** Checks every picture named in a file, each once. */
export async function checkPictures(
  file: FileRows,
  places: PicturePlaces,
): Promise<{ mistakes: Mistake[]; notes: string[]; pictures: number }> {
  const named = file.rows.map((row) => ({ row, names: namesIn(row.cells.pictures) }));
  const faults = new Map<string, string>();
  const cut: string[] = [];
  const different = new Set(named.flatMap(({ names }) => names));
  await inParallel([...different], atOnce, async (name) => {
    const looked = await lookAt(name, places);
    if (looked && 'fault' in looked) faults.set(name, looked.fault);
    else if (looked && isCut(looked.ratio)) cut.push(name);
  });

  const mistakes = named.flatMap(({ row, names }) =>
    names.flatMap((name, index) => {
      const again = names.indexOf(name) < index ? `“${name}” is listed twice.` : null;
      const message = again ?? faults.get(name);
      return message ? [{ ...cellMistake(file, row, 'pictures', message), found: name }] : [];
    }),
  );
  return { mistakes, notes: noteOnShapes(cut), pictures: different.size };
}
