/**
 * Serves a built site and its functions in this process until it is terminated: `node harness/serve-shop.ts
 * FOLDER PORT`. The functions read the environment once, so each environment needs its own process.
 */
import { startCdn } from './cdn-server.ts';
import { loadAnswers } from './function-server.ts';

const [folder = '', port] = process.argv.slice(2);
await startCdn({
  folder,
  functions: await loadAnswers(),
  port: Number(port),
  compression: 'quick',
});
