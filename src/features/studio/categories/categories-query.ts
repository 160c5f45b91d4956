import { getCategories } from '#domain/contracts/staff-categories.ts';
import { staffQuery } from '../kit/staff-query.ts';

/** All categories and collections. */
export const categoriesQuery = staffQuery(['catalogue', 'categories'], getCategories, {});
