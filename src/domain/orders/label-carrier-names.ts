import type { LabelCarrier } from '../enums.ts';

/** Names of the carriers from which labels are bought. */
export const labelCarrierNames: Readonly<Record<LabelCarrier, string>> = {
  royal_mail: 'Royal Mail Click & Drop',
  shippo: 'Shippo',
};
