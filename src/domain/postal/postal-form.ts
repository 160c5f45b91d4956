/** A country's format of town and postcode. */
export interface PostalForm {
  /** Postcode pattern, letters in upper case. */
  postcode: string;
  /** Position of the postcode relative to the town. */
  place: 'before' | 'after';
  /** Characters after the space in its written form; 0 without a space. */
  tail: number;
}

/** Postcode areas of Royal Mail's mainland, Northern Ireland, Isle of Man and BFPO. */
const areas =
  'A[BL]|B[ABDFHLNRSTX]?|C[ABFHMORTVW]|D[ADEGHLNTY]|E[CHNX]?|F[KY]|GL?|GU|H[ADGPRSUX]|I[GMPV]|K[ATWY]|L[ADELNSU]?|M[EKL]?|N[EGNPRW]?|O[LX]|P[AEHLOR]|R[GHM]|S[AEGKLMNOPRSTWY]?|T[ADFNQRSW]|UB|W[ACDFNRSV]?|YO|ZE';
const british = (area: string) => `(?:${area})\\d[\\dA-Z]? ?\\d[ABD-HJLNP-UW-Z]{2}`;

const rows: [countries: string, place: PostalForm['place'], postcode: string, tail?: number][] = [
  ['GB', 'after', british(areas), 3],
  ['GG', 'after', british('GY'), 3],
  ['JE', 'after', british('JE'), 3],
  // An Eircode: routing key, then four characters including a letter.
  ['IE', 'after', '[AC-FHKNPRTV-Y]\\d[\\dW] ?(?=\\d{0,3}[A-Z])[\\dAC-FHKNPRTV-Y]{4}', 4],
  ['US', 'after', '\\d{5}(?:-\\d{4})?'],
  ['CA', 'after', '[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] ?\\d[ABCEGHJ-NPRSTV-Z]\\d', 3],
  ['AU NZ ZA', 'after', '\\d{4}'],
  ['MT', 'after', '[A-Z]{3} ?\\d{4}', 4],
  ['LV', 'after', 'LV-\\d{4}'],
  ['SG', 'after', '\\d{6}'],
  ['IS', 'before', '\\d{3}'],
  ['AL AT BE BG CH CY DK GL HU LU MK NO SI TN', 'before', '\\d{4}'],
  ['BA DE DZ EE ES FI FR HR IT LT MA ME MX MY RS TR XK', 'before', '\\d{5}'],
  ['CZ GR SE SK', 'before', '\\d{3} ?\\d{2}', 2],
  ['RO', 'before', '\\d{6}'],
  ['NL', 'before', '\\d{4} ?[A-Z]{2}', 2],
  ['PL', 'before', '\\d{2}-\\d{3}'],
  ['PT', 'before', '\\d{4}-\\d{3}'],
];

/**
 * By country. Addresses in a country not listed are not parsed: the payment page asks for the parts. The
 * patterns follow the addressing systems of the Universal Postal Union
 * (www.upu.int/en/postal-solutions/programmes-services/addressing-solutions).
 */
export const postalForms: ReadonlyMap<string, PostalForm> = new Map(
  rows.flatMap(([countries, place, postcode, tail = 0]) =>
    countries.split(' ').map((country) => [country, { place, postcode, tail }] as const),
  ),
);

/** A postcode in the country's format: "sw1a1aa" becomes "SW1A 1AA". */
export function writtenPostcode({ tail }: PostalForm, typed: string): string {
  const code = typed.toUpperCase().replaceAll(' ', '');
  return tail === 0 ? code : `${code.slice(0, -tail)} ${code.slice(-tail)}`;
}
