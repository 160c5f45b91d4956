import { company } from '#brand/company.ts';
import { pageAnswer } from './answer.ts';
import { requestMessages } from './messages/requests.ts';
import { colours } from '#brand/colours.ts';

/** Whether a browser submitted a page's form by itself, because the page's script was missing. */
export function isPlainForm(request: Request): boolean {
  const type = request.headers.get('content-type') ?? '';
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i.test(
    type,
  );
  return isForm && request.headers.get('sec-fetch-mode') === 'navigate';
}

/** A page that answers a form submitted without JavaScript. @param text HTML. */
export function plainAnswer(status: number, heading: string, text: string): Response {
  const page = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style>body{max-width:38rem;margin:3rem auto;padding:0 1rem;background:${colours.bone};color:${colours.ink};font:1.125rem/1.5 system-ui,sans-serif}a{color:inherit}</style><title>${heading} – ${company.brand}</title></head><body><h1>${heading}</h1><p>${text}</p><p><a href="/">${company.brand}</a></p></body></html>`;
  return pageAnswer(page, status);
}

/** Explains that a form submitted without JavaScript had no effect. */
export function plainFormAnswer(status: number): Response {
  const { formFailed, formNeedsScript, instead } = requestMessages;
  const [heading, text] = status === 415 ? formNeedsScript : formFailed;
  return plainAnswer(status, heading, `${text} ${instead(company.email)}`);
}
