import { pictureFileName } from '#domain/catalogue/picture-file-name.ts';
import { acceptedPictures, pictureEndings } from '#domain/catalogue/picture-kinds.ts';
import { isSheet, sheetEndings } from '../releases/sheet-name.ts';

/** Given files: spreadsheets, and pictures by {@link pictureKey} of their path. */
export interface GivenFiles {
  sheets: File[];
  pictures: Map<string, File>;
}

const pictureEnding = new RegExp(`\\.(?:${pictureEndings.join('|')})$`, 'i');

/** Files that the input for a spreadsheet with its pictures offers. */
export const acceptedFiles = [...sheetEndings.map((end) => `.${end}`), acceptedPictures].join();

/** Paths of files dropped in a folder, which browsers give only for chosen folders. */
const droppedPaths = new WeakMap<File, string>();

function pathOf(file: File): string {
  return droppedPaths.get(file) ?? (file.webkitRelativePath || file.name);
}

/** A picture's path without case, or the file name at the end of its address. */
export function pictureKey(name: string): string {
  const path = /^https?:/i.test(name) ? pictureFileName(name) : name.replaceAll('\\', '/');
  return path
    .replace(/^(?:\.?\/)+/, '')
    .toLowerCase()
    .normalize('NFC');
}

/** Folders and file name that two paths share at their end. */
function sharedEnd(one: string, other: string): number {
  const parts = one.split('/').toReversed();
  const others = other.split('/').toReversed();
  const differs = parts.findIndex((part, at) => part !== others[at]);
  return differs === -1 ? parts.length : differs;
}

/**
 * Finds a picture by the end of its path.
 * @param names all pictures that the spreadsheet names
 * @returns undefined without a file of this name; `several` if the folders do not tell which one is meant.
 */
export function findPicture(
  files: ReadonlyMap<string, File>,
  name: string,
  names: readonly string[],
): File | 'several' | undefined {
  const key = pictureKey(name);
  const exact = files.get(key);
  if (exact) return exact;
  const ends = [...files].map(([path, file]) => ({ file, path, shared: sharedEnd(key, path) }));
  const longest = Math.max(0, ...ends.map(({ shared }) => shared));
  if (longest === 0) return undefined;
  const [best, ...others] = ends.filter(({ shared }) => shared === longest);
  const fitsAnother = names.some((other) => {
    const otherKey = pictureKey(other);
    return otherKey !== key && best && sharedEnd(otherKey, best.path) >= longest;
  });
  return others.length > 0 || fitsAnother ? 'several' : best?.file;
}

/** Sorts files into spreadsheets and pictures; ignores others. */
export function sortFiles(files: Iterable<File>): GivenFiles {
  const sorted: GivenFiles = { sheets: [], pictures: new Map() };
  for (const file of files) {
    // Lock files of spreadsheet programs: ~$catalogue.xlsx, .~lock.catalogue.ods#
    if (/^[~.]/.test(file.name)) continue;
    if (isSheet(file.name)) sorted.sheets.push(file);
    else if (pictureEnding.test(file.name) || file.type.startsWith('image/'))
      sorted.pictures.set(pictureKey(pathOf(file)), file);
  }
  return sorted;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** All entries of a folder; browsers return a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isDirectory(entry)) return (await Promise.all((await entriesOf(entry)).map(filesOf))).flat();
  if (!isFile(entry)) return [];
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  droppedPaths.set(file, entry.fullPath);
  return [file];
}

/** All dropped files, folders included. Call while the drop is handled. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = [...files];
  if (!entries.some(isDirectory)) return plain;
  return (await Promise.all(entries.map(filesOf))).flat();
}
