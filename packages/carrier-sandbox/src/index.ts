/** The public entry of the package. */
export { type CarrierControl, carrierControl } from './control.ts';
export { type CarrierSandbox, type CarrierSandboxOptions, startCarrierSandbox } from './sandbox.ts';
