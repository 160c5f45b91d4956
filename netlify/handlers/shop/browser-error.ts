import { z } from 'zod';
import { answer } from '#server/answer.ts';
import { HttpError } from '#server/http-error.ts';
import { log } from '#server/log.ts';
import { requireOwnPage } from '#server/own-page.ts';
import { readBytes } from '#server/request-body.ts';

/** In bytes; a stack of a hundred lines is shorter (src/browser/report-errors.ts). */
const mostBytes = 16_000;
/** Characters of an error that are logged. */
const mostLogged = 3000;

/** An error's name and message, its stack, and the path of the page, without the query. */
const Report = z.tuple([z.string(), z.string(), z.string().max(300)]);

/** The script in which it happened: its name changes with the code, and so names the build. */
const script = /\/_astro\/[\w.-]+\.js/;

/** Reports that one instance logs in a minute: a sample, when a fault is everybody's. */
const mostInMinute = 20;

let minute = { end: 0, logged: 0, left: 0 };

/** Whether this minute's sample has room for a report; the number left out is logged with the next minute's first. */
function hasRoom(now: number): boolean {
  if (now >= minute.end) {
    if (minute.left > 0) log.warn('BROWSER ERRORS left out', { reports: minute.left });
    minute = { end: now + 60_000, logged: 0, left: 0 };
  }
  if (minute.logged < mostInMinute) minute.logged += 1;
  else minute.left += 1;
  return minute.left === 0;
}

/** Logs an error of a page's scripts. `sendBeacon` sends it as plain text. */
export default async function reportBrowserError(request: Request): Promise<Response> {
  requireOwnPage(request);
  const text = (await readBytes(request, mostBytes)).toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new HttpError(400, 'The request is not valid JSON.');
  }
  const report = Report.safeParse(json);
  if (!report.success) throw new HttpError(400, 'This is not a report of an error.');
  if (hasRoom(Date.now())) {
    const [error, stack, page] = report.data;
    // Only Chromium's stacks begin with the message.
    const whole = stack.startsWith(error) ? stack : `${error}\n${stack}`;
    const [build] = script.exec(stack) ?? [];
    log.error('BROWSER ERROR', { page, build, error: whole.slice(0, mostLogged) });
  }
  return answer(202, {});
}
