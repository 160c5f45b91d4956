import path from 'node:path';
import { untilAnswers } from '#local/answers.ts';
import { bundleFunctions } from '#local/bundle-functions.ts';
import { startChild } from '#local/child.ts';
import { freePort } from '#local/ports.ts';
import { projectFolder } from '#local/settings.ts';

export interface NetlifyDev {
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves a built copy of the project with Netlify's dev server, on free ports.
 * @param env environment of the functions, without the shop's URL.
 * @throws Error with its output when it exits.
 */
export async function startNetlifyDev(
  project: string,
  env: NodeJS.ProcessEnv,
): Promise<NetlifyDev> {
  const [shopPort, functionsPort, staticPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const origin = `http://localhost:${shopPort}`;
  await bundleFunctions(project);
  let said = '';
  const netlify = startChild(
    path.join(projectFolder, 'node_modules/.bin/netlify'),
    [
      'dev',
      '--offline',
      '--internal-disable-edge-functions',
      '--context=local',
      '--no-open',
      '--framework=#static',
      '--dir=dist',
      // Replaces the command in netlify.toml, because the pages are already built.
      '--command=tail -f /dev/null',
      `--port=${shopPort}`,
      `--functions-port=${functionsPort}`,
      `--staticServerPort=${staticPort}`,
    ],
    {
      env: { ...env, SITE_URL: origin },
      cwd: project,
      onOutput: (text) => {
        said += text;
      },
    },
  );
  const ended = netlify.exited.then((): never => {
    throw new Error(`Netlify's dev server ended:\n${said}`);
  });
  ended.catch(() => undefined);
  try {
    await untilAnswers(`${origin}/`, ended);
  } catch (error) {
    await netlify.stop();
    throw error;
  }
  return { origin, close: () => netlify.stop() };
}
