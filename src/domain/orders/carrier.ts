import { latinDigits } from '../basics/latin-digits.ts';
import { visibleText } from '../basics/plain-line.ts';

/** Carriers with a tracking page; others can be entered as text. */
const trackingPages = {
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/',
  Evri: 'https://www.evri.com/track/parcel/',
  DPD: 'https://track.dpd.co.uk/parcels/',
  DHL: 'https://www.dhl.com/gb-en/home/tracking.html?submit=1&tracking-id=',
  UPS: 'https://www.ups.com/track?loc=en_GB&tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
} as const;

type Carrier = keyof typeof trackingPages;

function isCarrier(name: string): name is Carrier {
  return Object.hasOwn(trackingPages, name);
}

/** The carriers to choose from, most likely first. */
export const carriers: readonly string[] = Object.keys(trackingPages);

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
}

/** A known carrier's name as the shop writes it, however it was typed; other names unchanged. */
export function carrierName(text: string): string {
  return carriers.find((name) => plain(name) === plain(text)) ?? text.trim();
}

/** A tracking number in its stored form: upper case, without the spaces carriers print. */
export function trackingNumber(text: string): string {
  return latinDigits(visibleText(text)).replaceAll(/\s/g, '').toUpperCase();
}

/** Whether a normalised text can be a tracking number: letters, digits and hyphens. */
export function isTrackingNumber(text: string): boolean {
  return /^[A-Z0-9](?:[A-Z0-9-]{0,38}[A-Z0-9])?$/.test(text);
}

/** The parcel's tracking page; null without a number or for carriers without a known page. */
export function trackingLink(carrier: string, number: string | null): string | null {
  return isCarrier(carrier) && number !== null
    ? trackingPages[carrier] + encodeURIComponent(number)
    : null;
}

function weighted(
  text: string,
  weights: readonly number[],
  valueOf: (character: string) => number = Number,
): number {
  return [...text].reduce(
    (sum, character, place) => sum + valueOf(character) * (weights[place % weights.length] ?? 0),
    0,
  );
}

/**
 * Check digit of international postal items, `AB123456785GB`. @see
 * https://www.upu.int/UPU/media/upu/files/postalSolutions/programmesAndServices/standards/S10-12.pdf
 */
function checkDigitOfPost(serial: string): number {
  const digit = 11 - (weighted(serial, [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
  if (digit === 10) return 0;
  return digit === 11 ? 5 : digit;
}

/** Letters count from A = 2, modulo 10. */
function valueAtUps(character: string): number {
  return /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10;
}

/** Number formats that end in a check digit: the digits it is computed from, and the digit. */
const checks: Partial<Record<Carrier, [form: RegExp, digitOf: (serial: string) => number][]>> = {
  'Royal Mail': [[/^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/, checkDigitOfPost]],
  UPS: [
    [/^1Z([A-Z0-9]{15})(\d)$/, (serial) => (10 - (weighted(serial, [1, 2], valueAtUps) % 10)) % 10],
  ],
  DHL: [[/^(\d{9})(\d)$/, (serial) => Number(serial) % 7]],
  FedEx: [[/^(\d{11})(\d)$/, (serial) => (weighted(serial, [3, 1, 7]) % 11) % 10]],
};

/**
 * A warning about a normalised tracking number that looks mistyped, for the person who typed it; null if
 * it looks right. Not an error, because carriers use more formats than any list has.
 */
export function trackingWarning(carrier: string, number: string): string | null {
  const forms = isCarrier(carrier) ? (checks[carrier] ?? []) : [];
  for (const [form, digitOf] of forms) {
    const [, serial, digit] = form.exec(number) ?? [];
    if (serial !== undefined && digitOf(serial) !== Number(digit)) {
      return `${number} has a typing mistake: its check digit does not fit.`;
    }
  }
  return null;
}
