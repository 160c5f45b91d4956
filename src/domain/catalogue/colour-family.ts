import { colourWords } from '#brand/colour-words.ts';
import { familyOfSwatch } from './swatch-family.ts';

export type ColourFamily = keyof typeof colourWords | 'Other';

function isFamily(name: string): name is keyof typeof colourWords {
  return Object.hasOwn(colourWords, name);
}

/** The families in filter order. */
export const COLOUR_FAMILIES: readonly ColourFamily[] = [
  ...Object.keys(colourWords).filter(isFamily),
  'Other',
];

const FAMILY_OF_WORD = new Map(
  Object.keys(colourWords)
    .filter(isFamily)
    .flatMap((family) => colourWords[family].split(' ').map((word) => [word, family] as const)),
);

function familyOf(tone: string): ColourFamily | undefined {
  // The last known word decides: "Ink Navy" is a navy, "Bottle Green" a green.
  return tone
    .split(/\s+/)
    .map((word) => FAMILY_OF_WORD.get(word))
    .findLast((family) => family !== undefined);
}

function familiesOf(colourName: string): readonly ColourFamily[] {
  const families = colourName
    .toLowerCase()
    .split(/\s*(?:[/&,+]|\band\b|\bwith\b)\s*/)
    .flatMap((tone) => familyOf(tone) ?? []);
  return [...new Set(families)];
}

/** Memoised: a listing looks up the same few names for every card and every count. */
const known = new Map<string, readonly ColourFamily[]>();

/**
 * A colour's families: one for each tone in its name, so that "Bone / Oxblood" is white and red. If the
 * name has no known word ("Aurora"), its swatch decides; without a swatch it is `Other`.
 * @param swatch `#RRGGBB`, if set.
 */
export function colourFamilies(
  colourName: string,
  swatch?: string | null,
): readonly ColourFamily[] {
  const families = known.get(colourName) ?? familiesOf(colourName);
  known.set(colourName, families);
  if (families.length > 0) return families;
  return [swatch ? familyOfSwatch(swatch) : 'Other'];
}

/** The family with a name, ignoring case; `undefined` if there is none. */
export function colourFamilyNamed(name: string): ColourFamily | undefined {
  return COLOUR_FAMILIES.find((family) => family.toLowerCase() === name.toLowerCase());
}
