import type { Context } from '@netlify/functions';
import { answer } from './answer.ts';
import { HttpError, Unavailable } from './http-error.ts';
import { isPlainForm, plainFormAnswer } from './plain-form.ts';
import { securityHeaders } from './security-headers.ts';

/** The part of Netlify's context that handlers use; `ip` comes from the connection, not from a header. */
type Visit = Pick<Context, 'ip'>;
export type Handler = (request: Request, visit: Visit) => Promise<Response>;
type Method = 'GET' | 'POST';

function secured(response: Response): Response {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}

/**
 * Builds a Netlify function from one handler per method. Other methods get 405 with `Allow`; an
 * `HttpError` becomes its answer; any other error is logged and becomes a generic 500. All answers
 * carry the security headers.
 */
export function endpoint(handlers: Partial<Record<Method, Handler>>): Handler {
  const allowed = Object.keys(handlers);
  if (handlers.GET) allowed.push('HEAD');

  const answerTo: Handler = async (request, visit) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const handler = method === 'GET' || method === 'POST' ? handlers[method] : undefined;
    if (!handler) {
      const detail = `Method "${request.method}" not allowed.`;
      return answer(405, { detail }, { Allow: allowed.join(', ') });
    }
    try {
      return await handler(request, visit);
    } catch (error) {
      if (error instanceof Unavailable) {
        console.error(`${request.method} ${new URL(request.url).pathname}`, error);
      }
      if (error instanceof HttpError && isPlainForm(request)) return plainFormAnswer(error.status);
      if (error instanceof HttpError) return answer(error.status, error.body, error.headers);
      console.error(`${request.method} ${new URL(request.url).pathname}`, error);
      return answer(500, { detail: 'Something went wrong. Please try again.' });
    }
  };
  return async (request, visit) => secured(await answerTo(request, visit));
}
