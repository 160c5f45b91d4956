import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { answer, missingCaching } from './answer.ts';
import { HttpError, Unavailable } from './http-error.ts';
import { log, loggedRequest, noteRoute, requestId } from './log.ts';
import { isPlainForm, plainFormAnswer } from './plain-form.ts';
import { securityHeaders } from './security-headers.ts';
import { requestMessages } from './messages/requests.ts';

/** The client's address, from the connection rather than from a header, and its country: part of Netlify's context. */
export interface Visit {
  ip: string;
  geo?: { country?: { code?: string } };
}
export type Handler = (request: Request, visit: Visit) => Promise<Response>;

/** An API call: a row of its area's table. */
export interface Route {
  method: 'GET' | 'POST';
  path: string;
  handler: Handler;
}

/** A Netlify function that serves the calls of an area. */
export type AreaFunction = Handler & { routes: readonly Route[] };

/** Loads a handler when it is first called. */
export type Load<Loaded> = () => Promise<Loaded>;

function route(method: Route['method']) {
  return (path: string, load: Load<{ default: Handler }>): Route => ({
    method,
    path,
    handler: async (request, visit) => (await load()).default(request, visit),
  });
}

/** A GET call, which also serves HEAD. Its module loads when it is first called. */
export const get = route('GET');
/** A POST call. Its module loads when it is first called. */
export const post = route('POST');

/**
 * The path used for routing. Netlify's dev server lower-cases paths and passes on the target of a redirect, the
 * function's own path.
 */
function pathOf(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname
    .toLowerCase()
    .replace(/^\/\.netlify\/functions\/[^/]+(?=\/)/, '')
    .replace(/(?<=.)\/+$/, '');
}

function failure(error: unknown, request: Request): Response {
  const reference = requestId();
  if (!(error instanceof HttpError) || error instanceof Unavailable) {
    log.error('FAILED', { error });
  }
  if (!(error instanceof HttpError)) {
    const detail = `Something went wrong. Please try again. (Reference ${reference})`;
    return answer(500, { detail, reference });
  }
  if (isPlainForm(request)) return plainFormAnswer(error.status);
  const body = error.status === 500 ? { reference, ...error.body } : error.body;
  return answer(error.status, body, error.headers);
}

/** The request's id at Netlify, which its own log also has; a new one elsewhere. */
function idOf(request: Request): string {
  const given = request.headers.get('x-nf-request-id') ?? '';
  return /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
}

/**
 * Builds a Netlify function from an area's calls. A known path with another method gets 405 with `Allow`, an
 * unknown path 404; an `HttpError` becomes its answer; any other error is logged and becomes a generic 500 with the
 * request's id as `reference`. All answers carry the security headers, and each request is one line of the log.
 */
export function area(...routes: readonly Route[]): AreaFunction {
  const app = new Hono<{ Bindings: Visit }>({ getPath: pathOf });
  for (const { method, path, handler } of routes) {
    app.on(method, path.toLowerCase(), ({ req, env }) => {
      noteRoute(path);
      return handler(req.raw, env);
    });
  }
  for (const [path, calls] of Map.groupBy(routes, (one) => one.path.toLowerCase())) {
    const allowed: string[] = calls.map(({ method }) => method);
    if (allowed.includes('GET')) allowed.push('HEAD');
    app.all(path, ({ req }) => {
      noteRoute(path);
      const detail = requestMessages.methodUnknown(req.method);
      return answer(405, { detail }, { Allow: allowed.join(', ') });
    });
  }
  // The paths of an area are the same until the next deploy.
  app.notFound(() => answer(404, { detail: requestMessages.notFound }, missingCaching()));
  app.onError((error, { req }) => failure(error, req.raw));

  const handler: Handler = (request, visit) =>
    loggedRequest(idOf(request), request.method, async () => {
      const response = await app.fetch(request, visit);
      for (const [name, value] of Object.entries(securityHeaders)) {
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      return response;
    });
  return Object.assign(handler, { routes });
}
