import os from 'node:os';
import type { ThrowawayDatabase } from '#local/throwaway-database.ts';
import { type CallFigures, measureApi } from './api-figures.ts';
import { startApiStack } from './api-stack.ts';
import { apiTable } from './api-table.ts';

/**
 * Measures the API and prints it as a table.
 * @param running a database already set up in the environment; otherwise one is started.
 */
export async function benchApi(runs: number, running?: ThrowawayDatabase): Promise<CallFigures[]> {
  const stack = running ? null : await startApiStack();
  const database = running ?? stack?.database;
  try {
    if (!database) throw new Error('There is no database.');
    console.log(
      `API: functions called directly, with PostgreSQL and Supabase's API in this process, ` +
        `${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}; medians of ${runs} cold starts`,
    );
    const figures = await measureApi(database.databaseUrl(), runs);
    console.log(`\n${apiTable(figures)}`);
    return figures;
  } finally {
    await stack?.close();
  }
}
