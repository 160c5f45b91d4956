import { Cron } from 'croner';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './settings.ts';

/** A scheduled function. */
interface ScheduledFunction {
  name: string;
  /** Cron expression, UTC. */
  schedule: string;
}

/** The functions whose `config` has a schedule. */
export async function scheduledFunctions(): Promise<ScheduledFunction[]> {
  const folder = path.join(projectFolder, 'netlify/functions');
  // Importing all of them would take seconds.
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => readFileSync(path.join(folder, file), 'utf8').includes('schedule'));
  const found = await Promise.all(
    files.map(async (file): Promise<ScheduledFunction[]> => {
      const { config } = await import(path.join(folder, file));
      const schedule: unknown = config?.schedule;
      return typeof schedule === 'string' ? [{ name: path.basename(file, '.ts'), schedule }] : [];
    }),
  );
  return found.flat();
}

async function call(origin: string, name: string): Promise<void> {
  // User agent of Netlify's scheduler; its dev server answers other clients with an explanation.
  const headers = { 'user-agent': 'Netlify Clockwork' };
  const answer = await fetch(`${origin}/.netlify/functions/${name}`, { method: 'POST', headers });
  if (!answer.ok) throw new Error(`${answer.status} ${(await answer.text()).trim()}`);
}

/**
 * Calls each function on schedule, as Netlify does for the deployed site. Calls do not overlap. Failures
 * are printed; the next call tries again.
 *
 * @param origin the shop's address, e.g. http://localhost:8888
 * @returns a function that stops the calls
 */
export function runSchedules(functions: readonly ScheduledFunction[], origin: string): () => void {
  let stopped = false;
  const clocks = functions.map(
    ({ name, schedule }) =>
      new Cron(
        schedule,
        {
          timezone: 'UTC',
          protect: true,
          unref: true,
          // A call in flight when the shop stops loses its server.
          catch: (error) => {
            if (!stopped) console.error(`Scheduled function ${name} failed:`, error);
          },
        },
        () => call(origin, name),
      ),
  );
  return () => {
    stopped = true;
    for (const clock of clocks) clock.stop();
  };
}
