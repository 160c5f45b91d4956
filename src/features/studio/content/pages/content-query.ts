import { getContent } from '#domain/contracts/staff-content.ts';
import { staffQuery } from '../../kit/staff-query.ts';

/** Current content of the pages. */
export const contentQuery = staffQuery(['content'], getContent, {});
