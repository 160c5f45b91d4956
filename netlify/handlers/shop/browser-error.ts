import { answer } from '#server/answer.ts';
import { HttpError } from '#server/http-error.ts';
import { log } from '#server/log.ts';
import { requireOwnPage } from '#server/own-page.ts';
import { readBytes } from '#server/request-body.ts';
import { callMessages } from '#server/messages/calls.ts';

/** In bytes; a stack of a hundred lines is shorter (src/ui/report-errors.ts). */
const mostBytes = 16_000;
/** Characters of an error that are logged. */
const mostLogged = 3000;

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

/** Path of the page that sent a request, without its query; undefined if the browser keeps it to itself. */
function pageOf(request: Request): string | undefined {
  const referrer = request.headers.get('referer') ?? '';
  return URL.parse(referrer)?.pathname;
}

/** Logs an error of a page's scripts: its name, message and stack, as plain text. */
export default async function reportBrowserError(request: Request): Promise<Response> {
  requireOwnPage(request);
  const report = (await readBytes(request, mostBytes)).toString('utf8');
  if (report.trim() === '') throw new HttpError(400, callMessages.reportEmpty);
  if (hasRoom(Date.now())) {
    // Chromium's stacks begin with the message, which comes first already.
    const [message = '', ...lines] = report.split('\n');
    const error = [message, ...lines.filter((line) => line !== message)].join('\n');
    const [build] = script.exec(report) ?? [];
    log.error('BROWSER ERROR', { page: pageOf(request), build, error: error.slice(0, mostLogged) });
  }
  return answer(202, {});
}
