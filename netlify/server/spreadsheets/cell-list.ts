/** Separates the parts of a list in a cell. Addresses, file names and most names may contain any other character. */
const SEPARATOR = '|';

/** All parts of a list; an alt text's position shows which picture it describes. */
export function allListed(text: string): string[] {
  return text.split(SEPARATOR).map((part) => part.trim());
}

/** The parts of a list that are not empty. */
export function listed(text: string): string[] {
  return allListed(text).filter((part) => part !== '');
}

/** A list as the text of a cell. */
export function listCell(parts: readonly string[]): string {
  return parts.join(` ${SEPARATOR} `);
}

/** The word that removes a value. */
export const NONE = /^none$/i;

/** Names as a list; one that contains the separator is written as its slug. */
export function nameList(names: readonly (readonly [slug: string, name: string])[]): string {
  const list = listCell(names.map(([slug, name]) => (name.includes(SEPARATOR) ? slug : name)));
  return NONE.test(list) ? `${list} ${SEPARATOR}` : list;
}
