/**
 * Netlify's server for developers runs edge functions in Deno and dies at its first request where it can
 * neither find nor download Deno; only a flag turns them off. There the shop is started as by `npm run dev`
 * instead, which gives that flag and runs edge functions in Node. Netlify's own start waits meanwhile.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import '../require-node.js';

const project = path.resolve(import.meta.dirname, '../..');

/** Before Netlify's server for developers starts anything. */
export async function onPreDev() {
  const { commandOf } = await import('../process-command.ts');
  const { hasDeno } = await import('../deno.ts');
  const netlify = commandOf(process.ppid) ?? '';
  if (netlify.includes('--internal-disable-edge-functions')) return;
  if (await hasDeno({ mayDownload: !netlify.includes('--offline') })) return;

  console.log('\nWithout Deno, edge functions run in Node, as under "npm run dev".');
  const shop = spawn(process.execPath, [path.join(project, 'local/dev.ts')], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Ctrl-C reaches all of us; whoever ends Netlify's server alone ends the shop too.
  process.once('disconnect', () => shop.kill('SIGTERM'));
  process.on('SIGINT', () => undefined);
  await once(shop, 'exit');
  process.kill(process.ppid, 'SIGTERM');
}
