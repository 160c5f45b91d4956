/**
 * Runs the project's commands one after another, for tests that run many: most of a command's time goes to
 * loading its imports, which this process does once.
 */
import { z } from 'zod';

const commands = {
  backup: () => import('../../backup/main.ts'),
  catalogue: () => import('../../catalogue/main.ts'),
  staff: () => import('../../staff/main.ts'),
};

const Task = z.object({
  command: z.enum(['backup', 'catalogue', 'staff']),
  args: z.array(z.string()),
  variables: z.record(z.string(), z.string()),
});

let said = '';

function keep(text: string | Uint8Array): boolean {
  said += String(text);
  return true;
}

process.stdout.write = keep;
process.stderr.write = keep;
const { PATH } = process.env;

process.on('message', (message) => {
  const { command, args, variables } = Task.parse(message);
  said = '';
  process.argv.splice(2, Infinity, ...args);
  // Commands load a settings file into the environment.
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, { PATH, ...variables });
  void commands[command]()
    .then(({ main }) => main())
    .then((code) => process.send?.({ code, said }));
});
