import path from 'node:path';
import { type RunningChild, startChild } from './child.ts';
import { projectFolder, type Settings } from './settings.ts';

/**
 * Starts Netlify's dev server: functions, redirects, headers and images, in front of the pages at SITE_PORT.
 * Edge functions would need Deno and the network; Astro's server runs them (src/integrations).
 */
export function startNetlify(
  { SHOP_PORT, SITE_PORT }: Settings,
  onOutput: (text: string) => void,
): RunningChild {
  const cli = path.join(projectFolder, 'local/netlify-cli.ts');
  const args = [
    'dev',
    '--offline',
    '--internal-disable-edge-functions',
    '--context=local',
    `--country=${process.env['VISITOR_COUNTRY'] ?? 'GB'}`,
    `--port=${SHOP_PORT}`,
    `--target-port=${SITE_PORT}`,
  ];
  return startChild('node', [cli, ...args], {
    cwd: projectFolder,
    onOutput,
    env: { ...process.env, BROWSER: 'none' },
  });
}
