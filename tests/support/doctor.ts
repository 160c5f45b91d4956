import { type CommandOutcome, startCommand } from './run-command.ts';

/**
 * Runs `npm run doctor` with only these variables.
 * @param settings an empty settings file, so that a developer's `.env` is ignored.
 */
export function runDoctor(
  variables: Readonly<Record<string, string>>,
  settings: string,
  ...args: string[]
): Promise<CommandOutcome> {
  return startCommand('doctor', ['--settings', settings, ...args], variables);
}
