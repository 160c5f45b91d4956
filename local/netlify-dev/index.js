/**
 * Makes `netlify dev` start the shop as `npm run dev` does. On its own it would start neither the database
 * nor the payment sandbox, and would exit at the first request if it can neither find nor download Deno,
 * which it needs for edge functions.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import '../require-node.js';

const project = path.resolve(import.meta.dirname, '../..');

/** Runs the shop until it exits, then ends the `netlify dev` that is waiting for this plugin. */
export async function onPreDev() {
  const shop = spawn(process.execPath, [path.join(project, 'local/dev.ts')], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Ctrl-C reaches every process; if only the Netlify server is stopped, it stops the shop.
  process.once('disconnect', () => shop.kill('SIGTERM'));
  process.on('SIGINT', () => undefined);
  await once(shop, 'exit');
  process.kill(process.ppid, 'SIGTERM');
}
