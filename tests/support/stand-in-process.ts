/** Runs a stand-in in its own process: `node stand-in-process.ts stripe|mailbox|carrier OPTIONS`. */
import { flushCompileCache } from 'node:module';
import { startCarrierSandbox } from 'carrier-sandbox';
import { startMailbox } from '#local/mailbox/mailbox.ts';
import { startStripeSandbox } from 'stripe-checkout-sandbox';

const [, , which, options = ''] = process.argv;
const starts = { stripe: startStripeSandbox, carrier: startCarrierSandbox, mailbox: startMailbox };
const start = Object.entries(starts).find(([name]) => name === which)?.[1] ?? startMailbox;
await start(JSON.parse(options));
// The process will be killed, so it would not write its compile cache on exit.
flushCompileCache();
process.stdout.write('ready\n');
