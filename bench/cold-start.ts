import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { median } from './median.ts';

const Report = z.object({ imported: z.number(), answered: z.number(), status: z.int() });

/** Medians in milliseconds, from before the import of the function. */
export interface ColdStart {
  imported: number;
  answered: number;
}

const script = path.join(import.meta.dirname, 'first-answer.js');
const run = promisify(execFile);

async function firstAnswer(file: string, request: Request) {
  const init = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    ...(request.method === 'POST' && { body: await request.text() }),
  };
  const args = [script, pathToFileURL(file).href, request.url, JSON.stringify(init)];
  const report = Report.parse(JSON.parse((await run(process.execPath, args)).stdout));
  if (report.status >= 400) throw new Error(`${file} answered ${report.status}`);
  return report;
}

/** Measures cold starts of a bundled function, each in a fresh process. */
export async function coldStart(
  file: string,
  request: () => Request,
  runs: number,
): Promise<ColdStart> {
  const reports = [];
  for (let done = 0; done < runs; done += 1) reports.push(await firstAnswer(file, request()));
  return {
    imported: Math.round(median(reports.map(({ imported }) => imported))),
    answered: Math.round(median(reports.map(({ answered }) => answered))),
  };
}
