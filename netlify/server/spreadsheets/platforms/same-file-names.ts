import { nameKey } from '#domain/names/name-key.ts';
import { pictureFileName } from '#domain/catalogue/picture-file-name.ts';
import { cellMistake, type FileRows } from '../file-rows.ts';
import type { Mistake } from '../mistake.ts';

/** Different pictures with the same file name, by which dropped files are matched: WordPress has a folder a month. */
export function sameFileNames(file: FileRows): Mistake[] {
  const known = new Map<string, string>();
  return file.rows.flatMap((row) => {
    const { pictures } = row.cells;
    if (!Array.isArray(pictures)) return [];
    return pictures.flatMap((picture) => {
      const address = String(picture).replace(/[?#].*$/, '');
      const name = pictureFileName(address);
      const other = known.get(nameKey(name)) ?? address;
      known.set(nameKey(name), other);
      if (other === address) return [];
      const message = `“${name}” is the file name of two pictures, in different folders. Rename one, here and where it is.`;
      return [{ ...cellMistake(file, row, 'pictures', message), found: name }];
    });
  });
}
