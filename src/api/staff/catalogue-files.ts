import { CatalogueReading, ExportedFile, PictureAnswer } from '#domain/wire/catalogue-reading.ts';
import type { Customer } from '../checkout.ts';
import { ApiError } from '../http/api-error.ts';
import { readAnswer, request } from '../http/request.ts';

async function send<Answer>(
  path: string,
  file: Blob,
  read: (body: unknown) => Answer,
  { access }: Customer,
  signal?: AbortSignal,
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${access}`,
        'Content-Type': 'application/octet-stream',
      },
      body: file,
      signal: signal ?? null,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0);
  }
  return readAnswer(response.status, text, response.headers.get('Retry-After'), read);
}

/** What was answered to 'renamed or new?', by the questions' keys. */
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
  const query = new URLSearchParams({ name: file.name });
  for (const [key, answer] of Object.entries(answers)) query.append(answer, key);
  return send(
    `/api/staff-files/catalogue-read?${query}`,
    file,
    (body) => CatalogueReading.parse(body),
    customer,
    signal,
  );
}

interface SentPicture {
  /** What it is a picture of: part of the address. */
  slug: string;
  name: string;
  file: Blob;
  /** `page`: landscape, at least 1600 × 900; of products by default. */
  kind?: 'product' | 'page';
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
  const query = new URLSearchParams({ slug, name, kind });
  const path = `/api/staff-files/catalogue-picture?${query}`;
  return (await send(path, file, (body) => PictureAnswer.parse(body), customer, signal)).address;
}

/** The whole catalogue as a spreadsheet, in base64. @throws ApiError 403 */
export function fetchCatalogueExport(
  format: 'xlsx' | 'csv',
  { access }: Customer,
): Promise<ExportedFile> {
  return request(
    `/api/staff-files/catalogue-export?format=${format}`,
    (body) => ExportedFile.parse(body),
    { access },
  );
}
