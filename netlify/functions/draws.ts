import type { Config } from '@netlify/functions';
import { area, get, post } from '#server/area.ts';

export const config: Config = {
  path: ['/api/draw', '/api/draw/record', '/api/draw/enter', '/api/draw/entry'],
};

/** Draws: their facts and published records, entering, and the mailed links of entries. */
export default area(
  get('/api/draw', () => import('#handlers/draws/draw.ts')),
  get('/api/draw/record', () => import('#handlers/draws/draw-record.ts')),
  post('/api/draw/enter', () => import('#handlers/draws/enter-draw.ts')),
  post('/api/draw/entry', () => import('#handlers/draws/draw-entry.ts')),
);
