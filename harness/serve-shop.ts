/**
 * Serves a built site with the functions behind it, all in this process, until it is told to end:
 * `node harness/serve-shop.ts FOLDER PORT`. The functions read the environment once, so a process of
 * its own lets each shop have another.
 */
import { startCdn } from './cdn-server.ts';
import { loadAnswers } from './function-server.ts';

const [folder = '', port] = process.argv.slice(2);
await startCdn({ folder, functions: await loadAnswers(), port: Number(port) });
