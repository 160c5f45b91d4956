/** Copied for the studio (src/integrations/studio-copies.ts): shared, it would be an extra file for every shopper. */
export { typedNumber } from '#domain/basics/typed-number.ts';
