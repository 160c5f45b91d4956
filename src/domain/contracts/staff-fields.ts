/** Fields of studio calls, apart from those that shoppers' pages load. */
import * as z from 'zod';
import { rowNumber } from '../basics/row-number.ts';

/** A primary key as text in an address or query. */
export const rowIdText = z.string().transform((text, context) => {
  const number = rowNumber(text);
  if (number !== null) return number;
  context.addIssue({ code: 'custom', message: 'Not a valid id.' });
  return z.NEVER;
});

/** A version or a number of rows, up to PostgreSQL's largest integer. */
export const counter = z.int().min(0).max(2_147_483_647);

/** Maximum characters of a search by staff. */
export const longestSearch = 200;

/** A search by staff. Text pasted from elsewhere may have invisible characters, which PostgreSQL refuses. */
export const searchText = z
  .string()
  .max(longestSearch, `Search for at most ${longestSearch} characters.`)
  .transform((text) => text.toWellFormed().replaceAll(/[\p{C}\uFFFD]/gu, ' '));

/** URL of a form in the studio, by which its unsaved input is kept. */
export const formAddress = z.string().startsWith('/studio?').max(300);
