import type { LabelCarrier } from '#domain/enums.ts';
import type { Carrier } from './carrier.ts';

/** The carriers' APIs, loaded when they are first called. */
const adapters: Readonly<Record<LabelCarrier, () => Promise<Carrier>>> = {
  royal_mail: async () => (await import('./royal-mail.ts')).royalMail,
  shippo: async () => (await import('./shippo.ts')).shippo,
};

/** The API of a carrier. */
export function carrierOf(name: LabelCarrier): Promise<Carrier> {
  return adapters[name]();
}
