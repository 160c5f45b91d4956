import * as z from 'zod';
import { reads } from './staff-call.ts';
import { Content } from '../site-content/content.ts';

/** `GET /api/staff/content`: what pages say and show at this moment, and the categories that tiles can lead to. */
export const StaffContent = z.object({
  content: Content,
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
});
export type StaffContent = z.infer<typeof StaffContent>;

export const getContent = reads('/api/staff/content', z.object({}), StaffContent);
