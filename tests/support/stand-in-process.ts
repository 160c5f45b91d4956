/** Runs a stand-in in its own process: `node stand-in-process.ts stripe|mailbox OPTIONS`. */
import { flushCompileCache } from 'node:module';
import { startMailbox } from '#local/mailbox/mailbox.ts';
import { startStripeSandbox } from 'stripe-checkout-sandbox';

const [, , which, options = ''] = process.argv;
await (which === 'stripe' ? startStripeSandbox : startMailbox)(JSON.parse(options));
// The process will be killed, so it would not write its compile cache on exit.
flushCompileCache();
process.stdout.write('ready\n');
