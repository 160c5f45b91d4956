import type postgres from 'postgres';

/**
 * Names a logged-in user, or nobody, as the caller of a statement's functions, as the server does in two headers
 * (`databaseFor`). Goes into its `from`, which PostgreSQL evaluates before the select list.
 */
export function acting(sql: postgres.ISql, user: string | null) {
  return sql`set_config('request.headers', json_build_object(
    'x-caller-user', ${user}::text,
    'x-caller-session', (select id from auth.sessions where user_id = ${user}::uuid order by created_at limit 1))::text, true)`;
}
