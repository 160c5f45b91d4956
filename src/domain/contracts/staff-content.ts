import * as z from 'zod';
import { acts, reads } from './staff-call.ts';
import { Content } from '../site-content/content.ts';
import { OwnPage } from '../site-content/own-page.ts';

/** `GET /api/staff/content`: the current content of pages, own pages, redirects, and categories to link to. */
export const StaffContent = z.object({
  content: Content,
  categories: z.array(z.object({ id: z.int(), slug: z.string(), name: z.string() })),
  /** Own pages by id. */
  pages: z.record(z.string(), OwnPage),
  /** Targets of redirects by the path from which they lead. */
  redirects: z.record(z.string(), z.string()),
});
export type StaffContent = z.infer<typeof StaffContent>;

export const getContent = reads('/api/staff/content', z.object({}), StaffContent);

/** `POST /api/staff/dead-links`: links of a text in Markdown, or of a field, to paths where the shop has no page. */
export const findDeadLinks = acts(
  '/api/staff/dead-links',
  z.object({ text: z.string().max(200_000) }).or(z.object({ link: z.string().max(1000) })),
  z.array(z.string()),
);
