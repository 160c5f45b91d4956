import { columns } from './columns.ts';
import type { FileRows } from './file-rows.ts';
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
  { rows, format }: FileRows,
  places: PicturePlaces,
): Promise<{ mistakes: Mistake[]; pictures: number }> {
  const named = rows.map(({ place, cells }) => ({ place, names: namesIn(cells.pictures) }));
  const faults = new Map<string, string | null>();
  const different = new Set(named.flatMap(({ names }) => names));
  await inParallel([...different], atOnce, async (name) => {
    faults.set(name, await faultOf(name, places));
  });

  const column = columns.pictures[format];
  const mistakes = named.flatMap(({ place, names }) =>
    names.flatMap((name, index) => {
      const again = names.indexOf(name) < index ? `“${name}” is listed twice.` : null;
      const message = again ?? faults.get(name);
      return message ? [{ place, column, message }] : [];
    }),
  );
  return { mistakes, pictures: different.size };
}
