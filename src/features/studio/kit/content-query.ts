import { getContent } from '#domain/contracts/staff-content.ts';
import { staffQuery } from './staff-query.ts';

/** Current content of the pages. */
export const contentQuery = staffQuery(['content'], getContent, {});
