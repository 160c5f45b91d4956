import type { Config } from '@netlify/functions';
import {
  focusPicture,
  getCatalogueFile,
  getSubscribersFile,
  keepPicture,
  readCatalogueFile,
} from '#domain/contracts/catalogue-reading.ts';
import { area, post } from '#server/area.ts';
import { staff } from '#server/staff/staff-route.ts';

export const config: Config = {
  path: ['/api/staff-files/*', '/api/return-photos/add', '/api/review/photo'],
};

/** Spreadsheets and pictures. Separate from other calls, which need neither of their large packages. */
export default area(
  staff(
    getCatalogueFile,
    async () => (await import('#server/staff/catalogue-files.ts')).exportForStudio,
  ),
  staff(
    readCatalogueFile,
    async () => (await import('#server/staff/catalogue-files.ts')).readCatalogueFile,
  ),
  staff(keepPicture, async () => (await import('#server/staff/catalogue-picture.ts')).keepPicture),
  staff(
    focusPicture,
    async () => (await import('#server/staff/catalogue-picture.ts')).focusPicture,
  ),
  staff(
    getSubscribersFile,
    async () => (await import('#server/staff/subscribers-file.ts')).subscribersFile,
  ),
  post('/api/return-photos/add', () => import('#handlers/files/add-return-photo.ts')),
  post('/api/review/photo', () => import('#handlers/files/add-review-photo.ts')),
);
