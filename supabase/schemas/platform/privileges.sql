-- Only the secret key (service_role) may use new objects by default. Other grants are beside each table, under Row
-- Level Security. First in order: defaults apply to objects created later.

-- PUBLIC's right to execute functions is built in, and a default for one schema can only add to it; so this one covers
-- all schemas (https://www.postgresql.org/docs/17/sql-alterdefaultprivileges.html, "Notes").
alter default privileges revoke execute on functions from public;

-- Hosted projects grant these roles everything in this schema by default.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- Views of what contradicts an invariant (invariants.sql).
create schema invariants;
grant usage on schema invariants to service_role;
alter default privileges in schema invariants grant select on tables to service_role;
