import { placeIn } from '../kit/place.ts';

/** The order that a slip's QR code opens; null for any other text. */
export function orderInCode(code: string): number | null {
  if (!URL.canParse(code)) return null;
  const { origin, pathname, search } = new URL(code);
  if (origin !== location.origin || pathname !== '/studio') return null;
  const place = placeIn(search);
  return place.at === 'order' ? place.order : null;
}
