import * as z from 'zod';
import { reads } from './staff-call.ts';
import { Content } from '../site-content/content.ts';

/** `GET /api/staff/content`: the current content of pages, and the categories that tiles can link to. */
export const StaffContent = z.object({
  content: Content,
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
});
export type StaffContent = z.infer<typeof StaffContent>;

export const getContent = reads('/api/staff/content', z.object({}), StaffContent);
