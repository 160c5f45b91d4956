import { pageAnswer } from '#server/answer.ts';
import { HttpError, Unavailable } from '#server/http-error.ts';
import { escapeHtml } from '#server/html/escape-html.ts';
import { previewOfLink } from '#server/mail/link-token.ts';
import { siteOrigin } from '#server/site-origin.ts';
import { lookOfMailing, writtenMailing } from '#server/staff/mailings.ts';
import { colours } from '#brand/colours.ts';

const style = `body{margin:0;padding:24px;background:${colours.boneDeep};color:${colours.ink};font:16px/1.5 Helvetica,Arial,sans-serif}
h1{font-size:20px;margin:0 0 16px}h2{font-size:16px;margin:0 0 8px}
div{display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start}section{max-width:100%}
iframe{display:block;max-width:100%;height:80vh;border:1px solid ${colours.inkSoft};background:#fff}`;

function wrapped(title: string, content: string): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;
}

function frame(name: string, width: number, src: string): string {
  return `<section><h2>${name}</h2><iframe title="${name}" width="${width}" src="${escapeHtml(src)}" sandbox="allow-popups"></iframe></section>`;
}

/** The reason that there is nothing to show, in words. */
function missing(error: HttpError): { title: string; text: string } {
  const { detail } = error.body;
  if (typeof detail === 'string') {
    return {
      title: 'No preview',
      text: `<p>${escapeHtml(detail)} Open it again from the studio.</p>`,
    };
  }
  const texts = Object.values(Object(error.body)).flat().map(String);
  const items = texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  return { title: 'Not complete yet', text: `<ul>${items}</ul>` };
}

async function preview(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const token = url.searchParams.get('token') ?? '';
  const shop = siteOrigin(request);
  try {
    const asked = previewOfLink(token);
    // The studio shows a draft beside its fields, with gaps for anything missing.
    if (url.searchParams.get('part') === 'mail')
      return pageAnswer(await lookOfMailing(asked, shop));
    const mail = await writtenMailing(asked, 'you@example.com', shop);
    const src = `${url.pathname}?part=mail&token=${token}`;
    const frames = frame('On a phone', 390, src) + frame('On a computer', 680, src);
    return pageAnswer(wrapped(mail.subject, `<div>${frames}</div>`));
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof Unavailable) throw error;
    const { title, text } = missing(error);
    return pageAnswer(wrapped(title, text), error.status);
  }
}

/**
 * A saved mailing as phones and computers show it. Its signed address works for a day, and only while the person
 * who got it is on the staff. It frames only itself; scripts are blocked.
 */
export default async function getMailingPreview(request: Request): Promise<Response> {
  const page = await preview(request);
  const framed = new URL(request.url).searchParams.get('part') === 'mail';
  const { headers } = page;
  // The URL contains the token.
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set(
    'Content-Security-Policy',
    `default-src 'none'; img-src 'self' https: data:; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors ${framed ? "'self'" : "'none'"}`,
  );
  if (framed) headers.set('X-Frame-Options', 'SAMEORIGIN');
  return page;
}
