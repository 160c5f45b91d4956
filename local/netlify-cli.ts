/**
 * Runs the Netlify CLI. Its dev server decodes every path and crashes on a malformed one (`/%`), so such
 * requests are answered with 400 first.
 */
import http from 'node:http';
import path from 'node:path';
import { projectFolder } from './settings.ts';

function isWellFormed(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

const { emit } = http.Server.prototype;
http.Server.prototype.emit = function answerMalformed(event: string, ...args: unknown[]): boolean {
  const [request, response] = args;
  if (
    event === 'request' &&
    request instanceof http.IncomingMessage &&
    response instanceof http.ServerResponse &&
    !isWellFormed(request.url ?? '')
  ) {
    response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request');
    return true;
  }
  return Reflect.apply(emit, this, [event, ...args]);
};

await import(path.join(projectFolder, 'node_modules/netlify-cli/bin/run.js'));
