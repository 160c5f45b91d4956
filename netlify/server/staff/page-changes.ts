import * as z from 'zod';
import { OwnPage } from '#domain/site-content/own-page.ts';
import { RedirectFrom, RedirectTo } from '#domain/site-content/redirect.ts';
import { HttpError } from '../http-error.ts';

const PageChanges = z.record(
  z.uuid(),
  // The value seen may have an older shape; it is only compared.
  z.object({ seen: z.record(z.string(), z.json()).nullish(), now: OwnPage.nullable() }),
);

const RedirectChanges = z.record(
  RedirectFrom,
  z.object({ seen: z.string().nullish(), now: RedirectTo.nullable() }),
);

function required<Changes>(shape: z.ZodType<Changes>, given: unknown, part: string): Changes {
  const { data, error } = shape.safeParse(given);
  if (data) return data;
  const [issue] = error?.issues ?? [];
  const place = [part, ...(issue?.path ?? []).slice(1).filter((step) => step !== 'now')].join(', ');
  throw new HttpError(400, {
    detail: `${place}: ${issue?.message ?? ''}`,
    reason: 'content_invalid',
  });
}

/** A draft's changes of own pages. @throws HttpError 400 `content_invalid`, naming the first invalid field. */
export function requirePages(pages: unknown) {
  return required(PageChanges, pages, 'page');
}

/** A draft's changes of redirects. @throws HttpError as `requirePages`. */
export function requireRedirects(redirects: unknown) {
  return required(RedirectChanges, redirects, 'redirect');
}
