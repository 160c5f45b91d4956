/** The words of the shipping policy (spec, section 9). */
export const processingTime =
  'We process orders within 48 business hours after payment confirmation (Monday to Friday, excluding public holidays).';
