import { Cron } from 'croner';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './settings.ts';

/** A scheduled function. */
interface ScheduledFunction {
  name: string;
  /** In cron's notation, UTC. */
  schedule: string;
}

/** The functions whose `config` has a schedule. */
export async function scheduledFunctions(): Promise<ScheduledFunction[]> {
  const folder = path.join(projectFolder, 'netlify/functions');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
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
  // The user agent of Netlify's own clock; its developer's server would explain itself to others.
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
  const clocks = functions.map(
    ({ name, schedule }) =>
      new Cron(
        schedule,
        {
          timezone: 'UTC',
          protect: true,
          unref: true,
          catch: (error) => console.error(`Scheduled function ${name} failed:`, error),
        },
        () => call(origin, name),
      ),
  );
  return () => {
    for (const clock of clocks) clock.stop();
  };
}
