import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './connect.ts'
import { ProblemForPeople } from './problem.ts'

const rights = ['select', 'insert', 'update', 'delete'] as const
type Right = (typeof rights)[number]

/** Written by functions of the owner alone, or by nobody but him. What refuses by trigger need not stand here. */
const keptByOwner: Record<string, readonly Right[]> = {
  'public.migrations': ['insert', 'update', 'delete'],
  'public.state_moves': ['insert', 'update', 'delete'],
  'public.demonstration_clock': ['insert', 'update', 'delete'],
  'public.ledger_accounts': ['insert'],
  'public.ledger_balances': ['insert', 'update'],
  'public.ledger_entries': ['insert'],
  'public.ledger_moves': ['insert'],
  'public.ledger_lines': ['insert'],
  'public.ledger_settlements': ['insert'],
  'public.ledger_checkpoints': ['insert'],
  'public.audit_lines': ['insert'],
}

/** Who an address connects as. */
export const roleOf = (url: string): string => new pg.Client({ connectionString: url }).user ?? ''

/**
 * Gives the running role what it needs of every table there is, and takes back whatever else it has: to read and write
 * rows, but not where a trigger of the table refuses it. Changes only what is not so yet. Called by the owner.
 */
export const grantRights = async (client: pg.Client, role: string) => {
  const who = client.escapeIdentifier(role)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (!rowCount) throw new ProblemForPeople(`There is no role ${role} in the database. Create it, with a password.`)
  const { rows: places } = await client.query<{ database: string; shared: boolean; closed: boolean }>(
    `select quote_ident(current_database()) as database,
      has_database_privilege($1, current_database(), 'create, temporary') or has_schema_privilege($1, 'public', 'create') as shared,
      not (has_schema_privilege($1, 'public', 'usage') and has_schema_privilege($1, 'pgboss', 'usage')) as closed`,
    [role],
  )
  const [{ database, shared, closed } = { database: '', shared: false, closed: false }] = places
  if (shared) {
    // A table of a session's own would stand before ours of the same name, for whoever is given that connection next.
    await client.query(`revoke create, temporary on database ${database} from public, ${who}`)
    await client.query(`revoke create on schema public from public, ${who}`)
  }
  if (closed) await client.query(`grant usage on schema public, pgboss to ${who}`)
  for (const { name, has, refused } of await readTables(client, role)) {
    const kept = [...refused, ...(keptByOwner[name] ?? [])]
    const wanted = rights.filter((right) => !kept.includes(right))
    if (has.toSorted().join() === wanted.toSorted().join()) continue
    await client.query(`revoke all on ${name} from ${who}; grant ${wanted.join(', ')} on ${name} to ${who}`)
  }
  const { sequences, functions, open } = await readOthers(client, role)
  if (sequences.length) await client.query(`grant usage on sequence ${sequences.join(', ')} to ${who}`)
  // Migrations say so too; a backup that was restored without its rights does not.
  if (open.length) await client.query(`revoke execute on function ${open.join(', ')} from public`)
  if (functions.length) await client.query(`grant execute on function ${functions.join(', ')} to ${who}`)
}

/** Every table and view, with what the role was given, and what triggers refuse to whoever tries. */
const readTables = async (client: pg.Client, role: string) => {
  const { rows } = await client.query<{ name: string; has: string[]; refused: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      array(select lower(privilege_type) from aclexplode(c.relacl) where grantee = (select oid from pg_roles where rolname = $1)) as has,
      array(
        select distinct refusal from pg_trigger t, lateral (values
          ('insert', 4), ('delete', 8), ('update', 16)) as refusals (refusal, bit)
        where t.tgrelid = c.oid and t.tgfoid = to_regprocedure('public.refuse_change()')
          and t.tgattr::text = '' and t.tgtype::int & bit > 0) as refused
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm') order by 1`,
    [role],
  )
  return rows
}

/** Sequences and functions that the role was not given, and functions that run as their owner for everybody. */
const readOthers = async (client: pg.Client, role: string) => {
  const { rows } = await client.query<{ sequences: string[]; functions: string[]; open: string[] }>(
    `with functions as (
      select p.oid, p.oid::regprocedure::text as name, p.prosecdef, p.proacl is null or exists (
        select from aclexplode(p.proacl) where grantee = 0 and privilege_type = 'EXECUTE') as for_everybody, exists (
        select from aclexplode(p.proacl) where grantee = (select oid from pg_roles where rolname = $1)) as given
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'pgboss'))
    select
      array(select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss')
          and case when c.relkind = 'S' then not has_sequence_privilege($1, c.oid, 'usage') end) as sequences,
      array(select name from functions where not given and (prosecdef or not for_everybody)) as functions,
      array(select name from functions where prosecdef and for_everybody) as open`,
    [role],
  )
  return rows[0] ?? { sequences: [], functions: [], open: [] }
}

/** Why the role of these connections could do more than read and write rows, in words; nothing if it could not. */
export const findPower = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ who: string; power: string | null }>`
    select current_user as who, case
      when rolsuper then 'is a superuser'
      when rolcreaterole then 'may create roles'
      when exists (select from pg_database where datname = current_database() and pg_has_role(datdba, 'member'))
        then 'owns the database'
      when exists (
        select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss') and pg_has_role(c.relowner, 'member'))
        then 'owns tables'
      end as power
    from pg_roles where rolname = current_user`.execute(db)
  const [found] = rows
  return found?.power ? `the role ${found.who} ${found.power}` : undefined
}

/** In production, whoever gets hold of a process must not get hold of the tables with it. */
export const refusePower = async (db: Db, environment: string | undefined) => {
  const power = environment === 'production' ? await findPower(db) : undefined
  if (power)
    throw new ProblemForPeople(
      `DATABASE_URL must name a role that owns nothing, but ${power}. Give it one, and the owner to DATABASE_OWNER_URL.`,
    )
}
