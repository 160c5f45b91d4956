import { introspect } from '@supabase/postgrest-typegen/introspection';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import postgres from 'postgres';

/**
 * TypeScript types of the public schema as `supabase gen types` writes them, by the same engine.
 * @param databaseUrl a database with all migrations applied.
 */
export async function databaseTypes(databaseUrl: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const metadata = await introspect(
      { query: async (text) => ({ rows: [...(await sql.unsafe(text))] }) },
      { includedSchemas: ['public'] },
    );
    return await generateTypescript(sortGeneratorMetadata(metadata), { postgrestVersion: '13' });
  } finally {
    await sql.end();
  }
}
