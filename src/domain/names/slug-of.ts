import { LONGEST } from '../catalogue/catalogue-rules.ts';
import { plainLetters } from './plain-letters.ts';

/** Cyrillic and Greek letters, each before its transliteration; an accent-free й or ї is и or і. */
const LATIN = new Map(
  (
    'а a б b в v г g ґ g д d ђ dj е e є ye ж zh з z и i і i ј j к k л l љ lj м m н n њ nj о o п p р r с s т t ћ c ' +
    'у u ф f х kh ц ts ч ch џ dz ш sh щ shch ъ - ы y ь - э e ю yu я ya ' +
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s τ t υ y φ f χ ch ψ ps ω o'
  )
    .split(/ (?=\P{ASCII})/u)
    .map((pair) => [pair.slice(0, 1), pair.slice(2).replace('-', '')]),
);

/**
 * A slug made of a name: “Große Tide & Cap” becomes `grosse-tide-and-cap`. Empty for a name without Latin, Cyrillic or
 * Greek letters and digits.
 */
export function slugOf(name: string): string {
  return plainLetters(name)
    .replaceAll(/\P{ASCII}/gu, (letter) => LATIN.get(letter) ?? letter)
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LONGEST.slug)
    .replace(/-$/, '');
}
