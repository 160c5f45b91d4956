import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { projectFolder } from '#local/settings.ts';

const StaffContract = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  takes: z.enum(['query', 'json', 'file']),
  asked: z.instanceof(z.ZodType),
});

/** Every contract of a studio call. */
export async function staffContracts() {
  const folder = path.join(projectFolder, 'src/domain/contracts');
  const files = globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] });
  const modules = await Promise.all(
    files.map(
      (file): Promise<Record<string, unknown>> =>
        import(/* @vite-ignore */ pathToFileURL(path.join(folder, file)).href),
    ),
  );
  return modules
    .flatMap((exported) => Object.values(exported))
    .flatMap((one) => StaffContract.safeParse(one).data ?? []);
}
