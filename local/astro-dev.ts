/**
 * Runs Astro's CLI. Astro and the project's configuration are loaded at once, but the CLI starts only when standard
 * input ends: the database that the pages are read from starts meanwhile.
 */
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { projectFolder } from './settings.ts';

const load = (file: string): Promise<unknown> => import(path.join(projectFolder, file));

await Promise.all([text(process.stdin), import('astro'), load('astro.config.mjs')]);
await load('node_modules/astro/bin/astro.mjs');
