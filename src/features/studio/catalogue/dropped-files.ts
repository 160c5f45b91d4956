import { pictureFileName } from '#domain/picture-file-name.ts';

/** Given files: spreadsheets, and pictures by name. */
export interface GivenFiles {
  sheets: File[];
  pictures: Map<string, File>;
}

/** Includes unsupported formats, for which the server explains how to convert them. */
const sheetEnding = /\.(?:xlsx?|xlsm|xlsb|ods|numbers|csv|tsv|json)$/i;
const pictureEnding = /\.(?:jpe?g|jfif|pjpe?g|jpe|png|apng|webp|avif|gif|tiff?|heic|heif)$/i;

/** Whether a file name is a spreadsheet's. */
export function isSheet(name: string): boolean {
  return sheetEnding.test(name);
}

/** Pictures are matched by file name, ignoring case and folder. */
export function pictureKey(name: string): string {
  return pictureFileName(name).toLowerCase().normalize('NFC');
}

/** Sorts files into spreadsheets and pictures; ignores others. */
export function sortFiles(files: Iterable<File>): GivenFiles {
  const sorted: GivenFiles = { sheets: [], pictures: new Map() };
  for (const file of files) {
    // Lock files of spreadsheet programs: ~$catalogue.xlsx, .~lock.catalogue.ods#
    if (/^[~.]/.test(file.name)) continue;
    if (isSheet(file.name)) sorted.sheets.push(file);
    else if (pictureEnding.test(file.name) || file.type.startsWith('image/'))
      sorted.pictures.set(pictureKey(file.name), file);
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
  return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
}

/** All dropped files, folders included. Call while the drop is handled. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = [...files];
  if (!entries.some(isDirectory)) return plain;
  return (await Promise.all(entries.map(filesOf))).flat();
}
