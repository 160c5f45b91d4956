import postgres from 'postgres';
import { type LoadedFunction, loadFunctions } from '#harness/function-server.ts';
import { apiCalls } from './api-calls.ts';
import { type LoadFigures, underLoad, usualClients } from './api-load.ts';
import { coldStart, type ColdStart } from './cold-start.ts';
import { bundleFunctions } from './function-bundles.ts';

/** The figures of one API call. */
export interface CallFigures {
  name: string;
  /** The function called directly, without HTTP. */
  call: LoadFigures;
  /** The same queries sent straight to PostgreSQL. */
  straight?: LoadFigures;
  /** Size of the function as deployed by Netlify, in kB of 1000 bytes. */
  kilobytes: number;
  cold: ColdStart;
}

let calls = 0;

/** Calls a function from a new IP address each time, to stay below the rate limits. */
async function answer({ handler }: LoadedFunction, request: Request): Promise<Response> {
  calls += 1;
  const ip = `198.${18 + ((calls >> 16) & 1)}.${(calls >> 8) & 255}.${calls & 255}`;
  const response = await handler(request, { ip });
  const body = await response.arrayBuffer();
  if (!response.ok)
    throw new Error(`${request.url} answered ${response.status}: ${Buffer.from(body).toString()}`);
  return response;
}

/**
 * Measures the shop's API calls against the configured database.
 * @param runs number of cold starts per function.
 */
export async function measureApi(databaseUrl: string, runs: number): Promise<CallFigures[]> {
  const functions = new Map((await loadFunctions()).map((loaded) => [loaded.name, loaded]));
  const functionOf = (file: string) => {
    const found = functions.get(file);
    if (!found) throw new Error(`No function ${file}.`);
    return found;
  };
  const sql = postgres(databaseUrl, { max: usualClients, onnotice: () => undefined });
  const { bundles, close } = await bundleFunctions();
  try {
    const figures: CallFigures[] = [];
    const register = (request: Request) => answer(functionOf('account'), request);
    for (const call of await apiCalls(sql, register)) {
      const bundle = bundles.find(({ name }) => name === call.file);
      if (!bundle) throw new Error(`${call.file} was not bundled.`);
      const called = functionOf(call.file);
      figures.push({
        name: call.name,
        call: await underLoad(() => answer(called, call.request()), call),
        ...(call.straight && { straight: await underLoad(call.straight, call) }),
        kilobytes: bundle.kilobytes,
        cold: await coldStart(bundle.file, call.request, runs),
      });
      console.log(`  ${call.name} measured`);
    }
    return figures;
  } finally {
    close();
    await sql.end();
  }
}
