import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { findPower, refusePower } from './running-role.ts'
import { asRunning, createEmptyDatabase, runAsOwner } from './test-server.ts'

let ownerUrl: string
let url: string
let running: pg.Client
let owner: pg.Client
/** Every table of the schema as it is migrated today, the jobs' included. */
let tables: string[]

const open = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

beforeAll(async () => {
  ownerUrl = await createEmptyDatabase()
  url = asRunning(ownerUrl)
  await migrate(ownerUrl, { runningUrl: url })
  running = await open(url)
  owner = await open(ownerUrl)
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(() => Promise.all([running.end(), owner.end()]))

const noRight = '42501'
const codeOf = (client: pg.Client, text: string) =>
  client.query(text).then(
    () => 'done',
    (error) => error.code,
  )
/** Which of these statements were not refused for want of a right. */
const notRefused = async (statements: string[]) => {
  const missed = []
  for (const text of statements) {
    const code = await codeOf(running, text)
    if (code !== noRight) missed.push(`${text}: ${code}`)
  }
  return missed
}

describe('the role that the processes run as cannot', () => {
  test.each([
    ['alter', (table: string) => `alter table ${table} add column mine text`],
    ['rename', (table: string) => `alter table ${table} rename to mine`],
    ['empty', (table: string) => `truncate ${table} cascade`],
    ['drop', (table: string) => `drop table ${table} cascade`],
    ['switch off the triggers of', (table: string) => `alter table ${table} disable trigger all`],
    [
      'put a trigger of its own on',
      (table: string) => `create trigger mine before insert on ${table} execute function refuse_change()`,
    ],
    ['take over', (table: string) => `alter table ${table} owner to ingot`],
    ['put an index on', (table: string) => `create index on ${table} ((1))`],
    ['let rules rewrite', (table: string) => `create rule mine as on insert to ${table} do instead nothing`],
  ])('%s any table', async (_, statement) => {
    expect(tables.length).toBeGreaterThan(40)
    expect(await notRefused(tables.map(statement))).toEqual([])
  })

  test('change or remove what is only ever added to, whether or not its trigger is there', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger
      where tgfoid = 'refuse_change()'::regprocedure and tgname like '%append_only'`,
    )
    const names = rows.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['ledger_entries', 'audit_events', 'texts', 'trades']))
    expect(await notRefused(names.map((name) => `delete from ${name}`))).toEqual([])
    const firstColumn = async (name: string) =>
      (
        await owner.query(
          `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' limit 1`,
          [name],
        )
      ).rows[0].attname
    const updates = []
    for (const name of names) updates.push(`update ${name} set ${await firstColumn(name)} = default`)
    expect(await notRefused(updates)).toEqual([])
  })

  test('write the books past the functions that keep them, nor say that the database has had a migration, nor what may follow what', async () => {
    expect(
      await notRefused([
        "insert into ledger_accounts (owner, asset, purpose, guarded) values ('customer:eve', 'USDT', 'available', true)",
        'insert into ledger_entries overriding system value select * from ledger_entries',
        'insert into ledger_moves select * from ledger_moves',
        'insert into ledger_lines select * from ledger_lines',
        'insert into ledger_balances select * from ledger_balances',
        'update ledger_balances set units = units + 1',
        'delete from ledger_balances',
        'insert into ledger_settlements (entry, number, asset) select entry, number, asset from ledger_moves',
        'delete from ledger_settlements',
        'insert into ledger_settlement_states select * from ledger_settlement_states',
        "select ledger_open('customer:eve', 'USDT', 'available', true)",
        "insert into migrations (name, checksum) values ('9999-mine.sql', 'x')",
        'delete from migrations',
        "insert into state_moves (thing, from_state, to_state) values ('transfer', 'cancelled', 'posted')",
        'update state_moves set to_state = from_state',
        'delete from state_moves',
      ]),
    ).toEqual([])
  })

  test('make anything of its own, or give itself more rights', async () => {
    expect(
      await notRefused([
        'create table mine (id int)',
        'create table pgboss.mine (id int)',
        'create temporary table sessions (id int)',
        'create schema mine',
        'create view mine as select 1',
        "create function mine() returns int language sql as 'select 1'",
        'create database mine',
        'create role mine',
        'create extension pg_trgm',
        'alter role ingot createdb',
        'alter role ingot superuser',
        'grant ingot_owner to ingot',
        'set role ingot_owner',
        "set session_replication_role = 'replica'",
        'reassign owned by ingot_owner to ingot',
        'alter function refuse_change() security definer',
        "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
        'drop function refuse_change() cascade',
      ]),
    ).toEqual([])
    // To grant what one may not grant is a warning for some rights, so what counts is that nothing came of it.
    await running.query('grant update on ledger_entries to ingot').catch(() => undefined)
    const { rows } = await owner.query(`select has_table_privilege('ingot', 'ledger_entries', 'update') as may`)
    expect(rows).toEqual([{ may: false }])
  })
})

test('what runs as the owner is called by the running role alone, on a path that nobody can put a table before', async () => {
  const { rows } = await owner.query<{ name: string; path: string | null; everybody: boolean; running: boolean }>(
    `select p.oid::regprocedure::text as name,
      (select setting from unnest(p.proconfig) as setting where setting like 'search_path=%') as path,
      exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0) as everybody,
      has_function_privilege('ingot', p.oid, 'execute') as running
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname in ('public', 'pgboss')`,
  )
  expect(rows.map(({ name }) => name)).toContain('ledger_post_together(jsonb)')
  for (const each of rows)
    expect(each).toMatchObject({ path: 'search_path=public, pg_temp', everybody: false, running: true })
})

test('a table that comes later is covered by itself, and one that refuses changes takes the rights to them away', async () => {
  await owner.query(`create table shelf (id int); create table diary (id int);
    create trigger diary_append_only before update or delete or truncate on diary
      for each statement execute function refuse_change()`)
  expect(await codeOf(running, 'select from shelf')).toBe(noRight)
  await migrate(ownerUrl, { runningUrl: url })
  for (const text of ['insert into shelf values (1)', 'update shelf set id = 2', 'delete from shelf'])
    expect(await codeOf(running, text)).toBe('done')
  expect(await codeOf(running, 'insert into diary values (1)')).toBe('done')
  expect(await notRefused(['update diary set id = 2', 'delete from diary', 'truncate shelf'])).toEqual([])
  // A right that somebody gave by hand is taken back.
  await owner.query('grant all on diary to ingot; grant execute on function ledger_post_each(jsonb) to public')
  await migrate(ownerUrl, { runningUrl: url })
  expect(await notRefused(['update diary set id = 2', 'truncate diary'])).toEqual([])
  const { rows } = await owner.query(`select proacl::text as given from pg_proc where proname = 'ledger_post_each'`)
  expect(rows).toEqual([{ given: '{ingot_owner=X/ingot_owner,ingot=X/ingot_owner}' }])
  await runAsOwner(ownerUrl, 'drop table shelf, diary')
})

test('in production a process does not start as a role that owns tables, and says so in a sentence', async () => {
  const [asIngot, asItsOwner] = [connect(url, { part: 'test', max: 1 }), connect(ownerUrl, { part: 'test', max: 1 })]
  try {
    expect(await findPower(asIngot)).toBeUndefined()
    await refusePower(asIngot, 'production')
    await refusePower(asItsOwner, 'development')
    await expect(refusePower(asItsOwner, 'production')).rejects.toThrow(
      'DATABASE_URL must name a role that owns nothing, but the role ingot_owner owns the database. Give it one, and the owner to DATABASE_OWNER_URL.',
    )
  } finally {
    await Promise.all([asIngot.destroy(), asItsOwner.destroy()])
  }
})

test('the running role finds that there is nothing to migrate, but cannot migrate', async () => {
  expect(await migrate(url)).toEqual([])
  const empty = await createEmptyDatabase()
  await expect(migrate(asRunning(empty))).rejects.toThrow(
    'The role ingot may not create tables and schemas in its database. Set DATABASE_OWNER_URL to the owner of the database.',
  )
})
