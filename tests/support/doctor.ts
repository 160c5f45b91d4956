import { type CommandOutcome, startCommand } from './run-command.ts';

/**
 * Runs `npm run doctor`'s command with these variables alone.
 * @param settings a file with no settings, so that a developer's own `.env` does not count.
 */
export function runDoctor(
  variables: Readonly<Record<string, string>>,
  settings: string,
  ...args: string[]
): Promise<CommandOutcome> {
  return startCommand('doctor', ['--settings', settings, ...args], variables);
}
