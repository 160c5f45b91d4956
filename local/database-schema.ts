import ts from 'typescript';
import { z } from 'zod';

const names = z.array(z.string());

/** Names by which code uses the database. */
export const DatabaseSchema = z.object({
  functions: z.record(z.string(), z.object({ required: names, optional: names, returns: names })),
  /** Columns of each table and view. */
  tables: z.record(z.string(), names),
  enums: z.record(z.string(), names),
});
export type DatabaseSchema = z.infer<typeof DatabaseSchema>;

type Members = Map<string, { type: ts.TypeNode; optional: boolean }>;

/** Members of an object type, or of the elements of an array of them; empty for any other type. */
function membersOf(type: ts.TypeNode | undefined): Members {
  const found: Members = new Map();
  if (type && ts.isArrayTypeNode(type)) return membersOf(type.elementType);
  if (!type || !ts.isTypeLiteralNode(type)) return found;
  for (const member of type.members) {
    if (!ts.isPropertySignature(member) || !member.type) continue;
    if (!ts.isIdentifier(member.name) && !ts.isStringLiteral(member.name)) continue;
    const optional = member.questionToken !== undefined;
    found.set(member.name.text, { type: member.type, optional });
  }
  return found;
}

function literalsOf(type: ts.TypeNode): string[] {
  const parts = ts.isUnionTypeNode(type) ? type.types : [type];
  return parts.flatMap((part) =>
    ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal) ? [part.literal.text] : [],
  );
}

/** @param types text of `netlify/server/database.types.ts`. */
export function readDatabaseSchema(types: string): DatabaseSchema {
  const file = ts.createSourceFile('types.ts', types, ts.ScriptTarget.Latest);
  const database = file.statements.find(
    (one) => ts.isTypeAliasDeclaration(one) && one.name.text === 'Database',
  );
  if (!database || !ts.isTypeAliasDeclaration(database)) throw new Error('No type Database.');
  const parts = membersOf(membersOf(database.type).get('public')?.type);
  const part = (name: string) => [...membersOf(parts.get(name)?.type)];
  return {
    functions: Object.fromEntries(
      part('Functions').map(([name, { type }]) => {
        const signature = membersOf(type);
        const args = [...membersOf(signature.get('Args')?.type)];
        const named = (optional: boolean) =>
          args.filter(([, arg]) => arg.optional === optional).map(([arg]) => arg);
        const returns = [...membersOf(signature.get('Returns')?.type).keys()];
        return [name, { required: named(false), optional: named(true), returns }];
      }),
    ),
    tables: Object.fromEntries(
      [...part('Tables'), ...part('Views')].map(([name, { type }]) => [
        name,
        [...membersOf(membersOf(type).get('Row')?.type).keys()],
      ]),
    ),
    enums: Object.fromEntries(part('Enums').map(([name, { type }]) => [name, literalsOf(type)])),
  };
}
