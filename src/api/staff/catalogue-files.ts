import {
  type CatalogueReading,
  type ExportedFile,
  getCatalogueFile,
  keepPicture,
  type PictureKind,
  readCatalogueFile as read,
} from '#domain/wire/catalogue-reading.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** Answers to “renamed or new?”, by the questions' keys. */
export type Answers = Readonly<Record<string, 'renamed' | 'new'>>;

/**
 * Reads a spreadsheet, and changes nothing.
 * @throws ApiError 400 with `detail` when it is none.
 */
export function readCatalogueFile(
  file: File,
  answers: Answers,
  customer: Customer,
  signal?: AbortSignal,
): Promise<CatalogueReading> {
  const keysOf = (wanted: 'renamed' | 'new') =>
    Object.keys(answers).filter((key) => answers[key] === wanted);
  const asked = { name: file.name, renamed: keysOf('renamed'), new: keysOf('new') };
  return callStaff(read, asked, customer, { signal, file });
}

interface SentPicture {
  /** Product's or page's slug: part of the address. */
  slug: string;
  name: string;
  file: Blob;
  /** `page`: landscape, at least 1600 × 900; `product` by default. */
  kind?: PictureKind;
}

/**
 * Keeps a picture in the shop's storage, made ready for the web; shown nowhere until it is published.
 * @returns its address.
 * @throws ApiError 400 with `detail` when it is damaged, too small or of the wrong shape.
 */
export async function sendPicture(
  { slug, name, file, kind = 'product' }: SentPicture,
  customer: Customer,
  signal?: AbortSignal,
): Promise<string> {
  return (await callStaff(keepPicture, { slug, name, kind }, customer, { signal, file })).address;
}

/** The whole catalogue as a spreadsheet, in base64. @throws ApiError 403 */
export function fetchCatalogueExport(
  format: 'xlsx' | 'csv',
  customer: Customer,
): Promise<ExportedFile> {
  return callStaff(getCatalogueFile, { format }, customer);
}
