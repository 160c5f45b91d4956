import { existsSync } from 'node:fs';
import path from 'node:path';
import { pictureFileName } from '#domain/picture-file-name.ts';
import type { FileRows } from '#server/spreadsheets/file-rows.ts';

/** Source of a picture that a row names. */
export type PictureSource =
  | { kind: 'file'; file: string }
  /** Already in the shop, at this URL. */
  | { kind: 'address'; address: string };

/** Places to search for a file's pictures. */
export interface PicturePlaces {
  /** Base folder of relative file names: that of the catalogue file. */
  folder: string;
  /** Folder of the pictures that are part of the site. */
  publicFolder: string;
  /** Base URL of the shop's pictures in Supabase Storage. */
  storage: string;
}

/** Another platform's file with the pictures' file names in place of their addresses. */
export function withPictureFiles(file: FileRows): FileRows {
  if (file.platform === null) return file;
  const rows = file.rows.map((row) => {
    const { pictures } = row.cells;
    if (!Array.isArray(pictures)) return row;
    const names = pictures.map((name) => pictureFileName(String(name)));
    return { ...row, cells: { ...row.cells, pictures: names } };
  });
  return { ...file, rows };
}

/** Locates a picture that a row names. @throws Error in plain words when the shop cannot show it. */
export function pictureSource(name: string, places: PicturePlaces): PictureSource {
  if (/^https?:\/\//i.test(name)) {
    if (name.startsWith(places.storage)) return { kind: 'address', address: name };
    throw new Error(
      `“${name}” is on another site. Save the picture next to this file and use its file name instead.`,
    );
  }
  if (name.startsWith('/')) {
    const onSite = path.join(places.publicFolder, path.normalize(name));
    if (existsSync(onSite)) return { kind: 'address', address: name };
    throw new Error(
      `“${name}” is not on the shop’s site. For your own picture, write its path relative to this file, without a leading slash.`,
    );
  }
  return { kind: 'file', file: path.resolve(places.folder, name.replaceAll('\\', '/')) };
}
