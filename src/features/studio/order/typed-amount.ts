/** Copied for the studio (src/integrations/studio-copies.ts): shared, it would be one more file for each shopper. */
export { typedNumber } from '#domain/typed-number.ts';
