/**
 * Runs the Netlify CLI with three corrections to its dev server:
 * - It decodes every path and crashes on a malformed one (`/%`), so such requests are answered with 400 first.
 * - It repeats a request that is answered with 403 or 404 at `/path.html` and the like, as for pages, so that the reason
 *   of an API call's refusal would be lost: API paths have no such alternatives.
 * - It converts a picture again for each request, with ten times the effort: two rows of cards took 8 s of a processor.
 */
import http from 'node:http';
import path from 'node:path';
import { imageCdn } from './image-cdn.ts';
import { projectFolder } from './settings.ts';

const pictures = imageCdn(path.join(projectFolder, 'public'), 0);

function isWellFormed(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

async function answerPicture(request: http.IncomingMessage, response: http.ServerResponse) {
  try {
    const address = new URL(request.url ?? '/', 'http://localhost');
    const { body, type } = await pictures(address, request.headers.accept ?? '');
    response.writeHead(200, { 'content-type': type, 'cache-control': 'public, max-age=300' });
    response.end(body);
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Image not found');
  }
}

const { emit } = http.Server.prototype;
http.Server.prototype.emit = function correct(event: string, ...args: unknown[]): boolean {
  const [request, response] = args;
  if (
    event === 'request' &&
    request instanceof http.IncomingMessage &&
    response instanceof http.ServerResponse
  ) {
    const { url = '' } = request;
    if (!isWellFormed(url)) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request');
      return true;
    }
    if (url.startsWith('/.netlify/images?')) {
      void answerPicture(request, response);
      return true;
    }
    if (url.startsWith('/api/')) {
      Object.defineProperty(request, 'alternativePaths', {
        get: () => [],
        set: () => {
          // Ignore Netlify's alternative paths.
        },
      });
    }
  }
  return Reflect.apply(emit, this, [event, ...args]);
};

await import(path.join(projectFolder, 'node_modules/netlify-cli/bin/run.js'));
