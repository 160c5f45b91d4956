import type { AddPhotoBody, ReturnPhotosBody } from '#domain/contracts/return-photos.ts';
import { isRecord } from '#domain/basics/record.ts';
import { readList, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** An uploaded photo. Its URLs expire after a few minutes. */
export interface ReturnPhoto {
  id: string;
  small: string;
  large: string;
}

export function readPhotos(body: unknown): ReturnPhoto[] {
  return readList(readRecord(body).photos, isRecord).map((photo) => ({
    id: readText(photo.id),
    small: readText(photo.small),
    large: readText(photo.large),
  }));
}

/** The photos of a return, after removing one if requested. @throws ApiError 400, 404, 409 */
export function changePhotos(
  body: ReturnPhotosBody,
  access: string | null = null,
): Promise<ReturnPhoto[]> {
  return request('/api/return-photos/', readPhotos, { method: 'POST', body, access });
}

/**
 * Adds a photo to a return; idempotent by `photo`. Returns all of them.
 * @throws ApiError 400, 404, 409, 429
 */
export function addPhoto(
  body: AddPhotoBody,
  onProgress: (share: number) => void,
  access: string | null = null,
): Promise<ReturnPhoto[]> {
  return sendWithProgress('/api/return-photos/add/', readPhotos, { body, access, onProgress });
}
