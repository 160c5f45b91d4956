import { cellMistake, type FileRows } from './file-rows.ts';
import { inParallel } from './in-parallel.ts';
import type { Mistake } from './mistake.ts';
import { pictureSource, requirePicture, type PicturePlaces } from './picture-files.ts';

const atOnce = 16;

/** The problem with a picture; `null` when there is none. */
async function faultOf(name: string, places: PicturePlaces): Promise<string | null> {
  try {
    const source = pictureSource(name, places);
    if (source.kind === 'file') await requirePicture(name, source.file);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function namesIn(pictures: unknown): string[] {
  return Array.isArray(pictures) ? pictures.filter((name) => typeof name === 'string') : [];
}

/** Checks every picture named in a file, each once. */
export async function checkPictures(
  file: FileRows,
  places: PicturePlaces,
): Promise<{ mistakes: Mistake[]; pictures: number }> {
  const named = file.rows.map((row) => ({ row, names: namesIn(row.cells.pictures) }));
  const faults = new Map<string, string | null>();
  const different = new Set(named.flatMap(({ names }) => names));
  await inParallel([...different], atOnce, async (name) => {
    faults.set(name, await faultOf(name, places));
  });

  const mistakes = named.flatMap(({ row, names }) =>
    names.flatMap((name, index) => {
      const again = names.indexOf(name) < index ? `“${name}” is listed twice.` : null;
      const message = again ?? faults.get(name);
      return message ? [{ ...cellMistake(file, row, 'pictures', message), found: name }] : [];
    }),
  );
  return { mistakes, pictures: different.size };
}
