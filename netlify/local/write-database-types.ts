/** `npm run types`: writes netlify/server/database.types.ts anew from the migrations. */
import { mkdtempSync, chmodSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { databaseTypes } from './database-types.ts';
import { freePort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { projectFolder } from './settings.ts';
import { startSupabase } from './supabase.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-types-'));
chmodSync(folder, 0o755);
const port = await freePort();
const server = await startPostgres({ dir: path.join(folder, 'postgres'), port, volatile: true });
try {
  const keys = { publishableKey: 'unused', secretKey: 'unused', jwtSecret: 'unused'.repeat(6) };
  const supabase = await startSupabase({ databaseUrl: server.url(), port: 0, ...keys });
  const types = await databaseTypes(server.url());
  writeFileSync(path.join(projectFolder, 'netlify/server/database.types.ts'), types);
  await supabase.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
