/** The public entry of the package. */
export { type StripeControl, stripeControl } from './control-client.ts';
export { startStripeSandbox, type StripeSandbox, type StripeSandboxOptions } from './sandbox.ts';
