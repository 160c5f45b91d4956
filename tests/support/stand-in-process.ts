/** Runs a stand-in in its own process: `node stand-in-process.ts stripe|mailbox OPTIONS`. */
import { startMailbox } from '#local/mailbox/mailbox.ts';
import { startStripeSandbox } from '#local/stripe/sandbox.ts';

const [, , which, options = ''] = process.argv;
await (which === 'stripe' ? startStripeSandbox : startMailbox)(JSON.parse(options));
process.stdout.write('ready\n');
