/**
 * Runs the Netlify CLI with two corrections to its dev server. It decodes every path and crashes on a malformed one
 * (`/%`), so such requests are answered with 400 first. And it repeats a request that is answered with 403 or 404 at
 * `/path.html` and the like, as for pages, so that the reason of an API call's refusal would be lost: API paths have no
 * such alternatives.
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
