import { z } from 'zod';
import { longestSearch } from '#domain/wire/staff-orders.ts';

/** What staff search for. What is pasted from elsewhere may have characters that nobody sees and PostgreSQL refuses. */
export const searchText = z
  .string()
  .max(longestSearch, `Search for at most ${longestSearch} characters.`)
  .transform((text) => text.toWellFormed().replaceAll(/[\p{C}\uFFFD]/gu, ' '));
