import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSchema } from './database-schema.ts';
import { projectFolder } from './settings.ts';

/** Names in the database that the deployed code uses. Written by `npm run released`, after each deploy. */
export const releasedFile = 'supabase/released.json';

/** The names that the deployed code uses; null before the first deploy. */
export function releasedSchema(folder = projectFolder): DatabaseSchema | null {
  const file = path.join(folder, releasedFile);
  return existsSync(file) ? DatabaseSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** Text of all code that runs against the hosted database. */
export function shippedCode(): string {
  return globSync('{netlify,src,catalogue,staff,doctor,backup}/**/*.{ts,tsx,astro}', {
    cwd: projectFolder,
  })
    .filter((name) => !/\.test\.tsx?$|database\.types\.ts$|src\/domain\/enums\.ts$/.test(name))
    .map((name) => readFileSync(path.join(projectFolder, name), 'utf8'))
    .join('\n');
}

/**
 * The part of a schema that code uses: functions by their quoted names, tables that it reads, of these the columns
 * whose names are words of the code, and all enums, which are constants of the code. Rather too much than too little.
 */
export function usedBy(code: string, schema: DatabaseSchema): DatabaseSchema {
  const quoted = new Set(Array.from(code.matchAll(/['"`/](\w+)['"`]/g), ([, name]) => name));
  const read = new Set(
    Array.from(
      code.matchAll(/\bfrom\(\s*['"](\w+)['"]|['"`/](\w+)\?(?:select|\w+)=/g),
      ([, called, queried]) => called ?? queried,
    ),
  );
  const words = new Set(code.match(/\w+/g));
  return {
    functions: Object.fromEntries(
      Object.entries(schema.functions).filter(([name]) => quoted.has(name)),
    ),
    tables: Object.fromEntries(
      Object.entries(schema.tables)
        .filter(([name]) => read.has(name))
        .map(([name, columns]) => [name, columns.filter((column) => words.has(column))]),
    ),
    enums: schema.enums,
  };
}

function missing(of: string, before: readonly string[], now: readonly string[]): string[] {
  return before.filter((name) => !now.includes(name)).map((name) => `${of} no longer has ${name}`);
}

/** Names that deployed code uses and a later schema lacks, as sentences; empty when that code can go on. */
export function brokenFor(released: DatabaseSchema, now: DatabaseSchema): string[] {
  const functions = Object.entries(released.functions).flatMap(([name, was]) => {
    const is = now.functions[name];
    if (!is) return [`the function ${name} is gone`];
    const known = [...was.required, ...was.optional];
    const demanded = is.required.filter((arg) => !was.required.includes(arg));
    return [
      missing(`the function ${name}`, known, [...is.required, ...is.optional]),
      demanded.map((arg) => `the function ${name} now requires ${arg}`),
      missing(`the result of ${name}`, was.returns, is.returns),
    ].flat();
  });
  const tables = Object.entries(released.tables).flatMap(([name, columns]) => {
    const is = now.tables[name];
    return is ? missing(`the table ${name}`, columns, is) : [`the table ${name} is gone`];
  });
  const enums = Object.entries(released.enums).flatMap(([name, values]) => {
    const is = now.enums[name];
    return is ? missing(`the enum ${name}`, values, is) : [`the enum ${name} is gone`];
  });
  return [...functions, ...tables, ...enums];
}
