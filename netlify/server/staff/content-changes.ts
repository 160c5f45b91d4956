import { ContentChanges } from '#domain/site-content/content.ts';
import { HttpError } from '../http-error.ts';

/**
 * A draft's changes to pages, validated for the pages: the database stores them unchecked.
 * @throws HttpError 400 `content_invalid`, naming the first invalid field.
 */
export function requireContent(content: unknown): ContentChanges {
  const { data, error } = ContentChanges.safeParse(content);
  if (data) return data;
  const [issue] = error.issues;
  const place = issue?.path.filter((part) => part !== 'now').join(', ');
  const detail = [place, issue?.message].filter(Boolean).join(': ');
  throw new HttpError(400, { detail, reason: 'content_invalid' });
}
