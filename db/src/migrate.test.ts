import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { asRunning, createEmptyDatabase } from './test-server.ts'

const ours = new URL('../migrations/', import.meta.url)
let folder: string
let files: URL

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ingot-migrations-'))
  await cp(ours, folder, { recursive: true })
  files = pathToFileURL(`${folder}/`)
})
afterAll(() => rm(folder, { recursive: true }))

/** Brings a database to where it was before a migration. */
const migrateBefore = async (url: string, number: string) => {
  const before = await mkdtemp(join(tmpdir(), 'ingot-migrations-'))
  for (const name of await readdir(ours)) if (name < number) await cp(new URL(name, ours), join(before, name))
  await migrate(url, { migrations: pathToFileURL(`${before}/`) })
  await rm(before, { recursive: true })
}

test('three processes that start at once migrate an empty database once', async () => {
  const url = await createEmptyDatabase()
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.filter((files) => files.length > 0)).toHaveLength(1)
  expect(await migrate(url)).toEqual([])
})

test('a migration that was edited after it ran is refused by name', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, { migrations: files })
  await writeFile(join(folder, '0001-foundation.sql'), '-- other')
  await expect(migrate(url, { migrations: files })).rejects.toThrow(
    '0001-foundation.sql was changed after it was applied',
  )
  await cp(ours, folder, { recursive: true })
})

test('a migration that fails leaves nothing of itself, and the next start goes on after it is mended', async () => {
  const url = await createEmptyDatabase()
  await writeFile(join(folder, '9000-broken.sql'), 'create table half (id int); select no_such_column;')
  await expect(migrate(url, { migrations: files })).rejects.toThrow('9000-broken.sql failed')
  await writeFile(join(folder, '9000-broken.sql'), 'create table half (id int);')
  expect(await migrate(url, { migrations: files })).toEqual(['9000-broken.sql'])
})

test('a migration that waits for a table in use lets everybody else go on with it, and comes to its turn', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, { migrations: files })
  const [reader, writer] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  await Promise.all([reader.connect(), writer.connect()])
  await reader.query('begin; select from leases')
  await writeFile(join(folder, '9001-column.sql'), "alter table leases add column planted text not null default 'old'")
  const migrating = migrate(url, { migrations: files })
  const isWaiting = async () =>
    (await reader.query("select from pg_locks where locktype = 'relation' and not granted")).rowCount
  await expect.poll(isWaiting, { timeout: 20_000, interval: 20 }).toBe(1)
  // It waits behind the migration, and would until the reader ends.
  await writer.query("insert into leases (name, holder, term, until) values ('n', gen_random_uuid(), 1, now())")
  await reader.query('commit')
  expect(await migrating).toEqual(['9001-column.sql'])
  expect((await writer.query('select planted from leases')).rows).toEqual([{ planted: 'old' }])
  await Promise.all([reader.end(), writer.end()])
  await rm(join(folder, '9001-column.sql'))
})

test('an index is made while others write, by one of several who start at once, and anew where it was broken off', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, { migrations: files })
  const [writer, other] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  await Promise.all([writer.connect(), other.connect()])
  const write = (name: string) =>
    `insert into leases (name, holder, term, until) values ('${name}', gen_random_uuid(), 1, now())`
  await writer.query(`begin; ${write('open')}`)
  await other.query("set statement_timeout = '300ms'")
  const index = 'create index concurrently leases_planted on leases (term)'
  await expect(other.query(index)).rejects.toThrow('statement timeout')
  await writeFile(join(folder, '9001-index.sql'), `-- Found by its term; soon.\n${index};\n`)
  const migrating = Promise.all([1, 2].map(() => migrate(url, { migrations: files })))
  const isWaiting = async () =>
    (
      await other.query(
        "select from pg_stat_activity where query ilike '%index concurrently%' and wait_event = 'virtualxid'",
      )
    ).rowCount
  await expect.poll(isWaiting, { timeout: 20_000, interval: 20 }).toBe(1)
  await other.query(write('meanwhile'))
  await writer.query('commit')
  expect((await migrating).flat()).toEqual(['9001-index.sql'])
  const { rows } = await other.query("select indisvalid from pg_index where indexrelid = 'leases_planted'::regclass")
  expect(rows).toEqual([{ indisvalid: true }])
  await Promise.all([writer.end(), other.end()])
  await rm(join(folder, '9001-index.sql'))
})

test('a wallet that may be known keeps its address, and every other customer gets a salt that nobody can guess', async () => {
  const url = await createEmptyDatabase()
  await migrateBefore(url, '0026')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const add = (from: number, to: number) =>
    client.query(
      `insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
       select 'c' || n || '@people.example', 'cust' || n, '', now(), lpad(n::text, 8, '0'), lpad(n::text, 64, '0'), now()
       from generate_series($1::int, $2::int) n`,
      [from, to],
    )
  await add(1, 6)
  await client.query(`insert into wallet_addresses (customer, address, recorded_at)
    select id, '0x' || repeat('1', 40), now() from customers where number = 1`)
  await client.query(`insert into chain_deposits (hash, log_index, block, token, asset, units, sender, wallet, owner, state)
    select '0x' || repeat('a', 64), 0, 1, '0x' || repeat('2', 40), null, 1, '0x' || repeat('3', 40), '0x' || repeat('4', 40),
      'customer:' || id, 'unknown-token' from customers where number = 2`)
  await client.query(`insert into ledger_accounts (owner, asset, purpose, guarded)
    select 'customer:' || id, 'USDT', 'available', true from customers where number = 3`)
  await migrate(url)
  await add(7, 9)
  const { rows } = await client.query<{ salt: string }>(
    "select encode(wallet_salt, 'hex') as salt from customers order by number",
  )
  await client.end()
  const salts = rows.map(({ salt }) => salt)
  expect(salts.slice(0, 3)).toEqual(['1', '2', '3'].map((number) => number.padStart(64, '0')))
  for (const salt of salts.slice(3)) expect(salt).toMatch(/^(?!0{8})[0-9a-f]{64}$/)
  expect(new Set(salts).size).toBe(9)
})

test('what was there before sums, wallets and doubts were kept is in them', async () => {
  const url = await createEmptyDatabase()
  await migrateBefore(url, '0032')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
     values ('c@people.example', 'cust', '', now(), '00000001', repeat('0', 64), now())`,
  )
  const { rows: accounts } = await client.query<{ outside: string; fees: string; suspense: string }>(
    `select ledger_open('house', 'USDT', 'outside', false) as outside, ledger_open('house', 'USDT', 'fees', false) as fees,
       ledger_open('house', 'USDT', 'suspense', true) as suspense`,
  )
  const { outside, fees, suspense } = accounts[0] ?? { outside: '', fees: '', suspense: '' }
  await client.query(`insert into ledger_entries (reference, request_hash, kind, caused_by, details, posted_at)
    select 'e' || n, '', 'test', 'test', '{}', now() from generate_series(1, 3) n`)
  await client.query(
    `insert into ledger_moves (entry, number, asset, source, target, units)
     values (1, 1, 'USDT', $1, $2, 5), (2, 1, 'USDT', $1, $2, 6), (2, 2, 'USDT', $2, $3, 2), (3, 1, 'USDT', $1, $2, 100)`,
    [outside, fees, suspense],
  )
  const seal = (number: number) =>
    client.query(
      `insert into ledger_seals (number, first_entry, last_entry, entries, hash, signature)
       values ($1, $1, $1, 1, sha256(''), sha256('') || sha256(''))`,
      [number],
    )
  await seal(1)
  await seal(2)
  const place = (letter: string) => `'0x' || repeat('${letter}', 40)`
  await client.query(`insert into chain_deposits (hash, log_index, block, token, asset, units, sender, wallet, owner, state, entry)
    select '0x' || repeat('a', 64), n, 1, ${place('2')}, 'USDT', 10 * n, ${place('3')}, ${place('4')}, 'house',
      case n when 3 then 'too-large' else 'dust' end, case n when 3 then null else n end from generate_series(1, 3) n`)
  await migrate(url)
  await seal(3)
  const read = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
  expect(await read('select seal, account, units from ledger_checkpoints order by seal, account')).toEqual([
    ['2', outside, '-11'],
    ['2', fees, '9'],
    ['3', outside, '-111'],
    ['3', fees, '109'],
  ])
  expect(await read('select wallet, booked, units from chain_lying order by wallet, booked desc')).toEqual([
    [`0x${'4'.repeat(40)}`, true, '30'],
    [`0x${'4'.repeat(40)}`, false, '30'],
    ['all', true, '30'],
  ])
  expect(await read('select count(*) from chain_wallets_due')).toEqual([['1']])
  await client.end()
})

test('transfers that waited before moves were written down have theirs from the books', async () => {
  const url = await createEmptyDatabase()
  await migrateBefore(url, '0036')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
     values ('c@people.example', 'cust', '', now(), '00000001', repeat('0', 64), now())`,
  )
  // Four holds and what ended the first three, an hour after the other.
  await client.query(`insert into ledger_entries (reference, request_hash, kind, caused_by, details, posted_at)
    select 'e' || n, '', 'test', case n when 6 then 'customer:ann' else 'clock' end, '{}',
      '2026-11-01T00:00Z'::timestamptz + n * interval '1 hour' from generate_series(1, 8) n`)
  await client.query(`insert into ledger_holds (entry, owner, asset, units)
    select n, 'customer:ann', 'USDT', 5 from generate_series(1, 4) n`)
  await client.query(`insert into ledger_hold_ends (hold, entry, how, posted_units)
    values (1, 5, 'posted', 5), (2, 6, 'voided', 0), (3, 7, 'voided', 0)`)
  await client.query(`insert into wallet_transfers
      (customer, asset, units, fee_units, address, state, requested_at, leaves_at, waits_until, hold, entry, ended_at, end_reason)
    select id, 'USDT', 5, 0, '0x' || repeat('1', 40), state, now(), leaves_at, leaves_at, hold, entry, ended_at, end_reason
    from customers, (values ('posted', now(), 1, 5, null, null),
      ('cancelled', now(), 2, null, '2026-11-01T06:00Z'::timestamptz, 'customer'),
      ('expired', now(), 3, null, '2026-11-01T07:00Z', 'too-long'),
      ('waiting', now(), 4, null, null, null),
      ('posted', null, null, 8, null, null)) as given (state, leaves_at, hold, entry, ended_at, end_reason)`)
  await migrate(url)
  const { rows } = await client.query({
    text: `select t.hold, h.from_state, h.to_state, h.by, h.why, extract(hour from h.at at time zone 'UTC')::int
      from state_history h join wallet_transfers t on t.id::text = h.id where h.thing = 'transfer' order by h.number`,
    rowMode: 'array',
  })
  await client.end()
  expect(rows).toEqual([
    ['1', 'waiting', 'posted', 'clock', null, 5],
    ['2', 'waiting', 'cancelled', 'customer:ann', 'customer', 6],
    ['3', 'waiting', 'expired', 'clock', 'too-long', 7],
  ])
})

test('a migration whose number is below the newest one that was applied is refused', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, { migrations: files })
  await writeFile(join(folder, '0009-late.sql'), 'create table late (id int);')
  await expect(migrate(url, { migrations: files })).rejects.toThrow(
    /^0009-late\.sql comes before .+, which was applied already\./,
  )
  await rm(join(folder, '0009-late.sql'))
  expect(await migrate(url, { migrations: files })).toEqual([])
})

test('an older Ingot refuses a newer database', async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("insert into migrations (name, checksum) values ('9999-future.sql', 'x')")
  await client.end()
  await expect(migrate(url)).rejects.toThrow('The database is newer than this Ingot: it has had 9999-future.sql.')
})

test('a database that does not answer, or that we may not use, is told in a sentence', async () => {
  await expect(migrate('postgres://nobody:x@127.0.0.1:1/none')).rejects.toThrow(
    /^The database cannot be reached: .+\.$/,
  )
  const url = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('revoke create on schema public from public')
  await client.query('revoke create on schema public from pg_database_owner')
  await client.end()
  await expect(migrate(url)).rejects.toThrow(
    'The role ingot_owner may not create tables and schemas in its database. Set DATABASE_OWNER_URL to the owner of the database.',
  )
})

test('a table that another role owns, or a running role that is not there, is told in a sentence', async () => {
  const url = await createEmptyDatabase()
  await expect(migrate(url, { runningUrl: 'postgres://Nobody:x@127.0.0.1:1/none' })).rejects.toThrow(
    'There is no role Nobody in the database. Create it, with a password.',
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('grant create on schema public to ingot')
  await client.end()
  const other = new pg.Client({ connectionString: asRunning(url) })
  await other.connect()
  await other.query('create table theirs (id int)')
  await other.end()
  await expect(migrate(url)).rejects.toThrow(
    'The table theirs belongs to ingot and not to ingot_owner. Hand it over with: reassign owned by ingot to ingot_owner.',
  )
})
