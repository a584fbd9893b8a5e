import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planted } from './cluster-next-version.ts'
import { lastWithoutRules, objectionsTo } from './migration-rules.ts'
import { root } from './stack.ts'

const folder = join(root, 'db/migrations')
const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

test.each([...files.filter((file) => file.slice(0, 4) > lastWithoutRules), 'none'])(
  'the version before goes on beside the migration %s',
  (file) => {
    expect(file === 'none' ? [] : objectionsTo(read(file))).toEqual([])
  },
)

test('the next version of a rolling upgrade keeps the rules that are tested by it', () => {
  expect(Object.values(planted).flatMap(objectionsTo)).toEqual([])
})

describe('is refused, since processes of the version before are using the table', () => {
  test.each([
    ['alter table trades drop column side', 'dropped or renamed'],
    ['alter table trades add column a text, drop constraint trades_type_check', 'dropped or renamed'],
    ['alter table trades rename column side to way', 'dropped or renamed'],
    ['ALTER TABLE trades\n  RENAME TO deals', 'dropped or renamed'],
    ['alter index trades_of_customer rename to other', 'dropped or renamed'],
    ['drop table trades', 'dropped or renamed'],
    ['drop function ledger_post(jsonb, boolean)', 'dropped or renamed'],
    ['drop trigger trades_append_only on trades', 'dropped or renamed'],
    ['alter table trades alter column price type numeric using price::numeric', 'type of a column'],
    ['alter table trades alter quote set not null', 'still write null'],
    ['alter table trades alter column spread drop default', 'leave it to the default'],
    ['alter table trades add column venue text not null', 'give it a default'],
    ['alter table trades add venue text not null', 'give it a default'],
    ['alter table trades add column tag uuid not null default gen_random_uuid()', 'written anew'],
    ["alter table trades add column venue text check (venue in ('a', 'b'))", 'not valid'],
    ['alter table trades add constraint trades_fee check (fee > 0)', 'not valid'],
    ['alter table trades add foreign key (customer) references customers', 'not valid'],
    [
      'alter table trades add constraint trades_fee check (fee > 0) not valid; alter table trades validate constraint trades_fee',
      'in the next migration',
    ],
    ['alter table trades add unique (customer, at)', 'concurrently first'],
    ['create index trades_by_price on trades (price)', 'alone in its file'],
    ['create index concurrently trades_by_price on trades (price); create table venues (id int)', 'alone in its file'],
    ['create unique index concurrently trades_by_price on trades (price)', 'the same twice'],
    [
      'create trigger trades_checked before insert on trades for each row execute function refuse_change()',
      'refuse or change',
    ],
    [
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
      'changes under',
    ],
    ["update trades set price = '1'", 'in pieces'],
    ['delete from trades', 'in pieces'],
    ['with old as (select 1) update trades set fee = 1', 'in pieces'],
    ['truncate trades', 'everybody waits'],
    ["do $$ begin execute 'drop table trades'; end $$", 'cannot be read'],
  ])('%s', (sql, why) => {
    expect(objectionsTo(`${sql};`).join()).toContain(why)
  })
})

describe('is let through', () => {
  test.each([
    'alter table trades add column venue text',
    "alter table trades add column venue text not null default 'drop column', add column at_once boolean not null default false",
    'alter table trades add column noted_at timestamptz not null default now()',
    'alter table trades alter column quote drop not null',
    'alter table trades add constraint trades_fee check (fee > 0) not valid',
    'alter table trades validate constraint trades_fee',
    'create index concurrently trades_by_price on trades (price)',
    'create table venues (id int not null unique, name text check (length(name) > 0)); create index venues_by_name on venues (name); create trigger venues_append_only before update on venues for each row execute function refuse_change()',
    "create function venue_of(bigint) returns text language sql as $$ select 'drop table trades; update trades' $$",
    "insert into state_moves (thing, from_state, to_state) values ('venue', 'open', 'closed')",
    '-- drop table trades;\ncreate table venues (id int)',
    '-- Nobody writes it.\n-- suits the version before: nothing reads or writes it since 0.2\nalter table trades drop column side',
  ])('%s', (sql) => {
    expect(objectionsTo(`${sql};`)).toEqual([])
  })
})

test('an explanation without a reason, or over another statement, explains nothing', () => {
  expect(objectionsTo('-- suits the version before:\ndrop table trades;')).toHaveLength(1)
  expect(objectionsTo('-- suits the version before: unused\ndrop table trades;\ndrop table customers;')).toHaveLength(1)
})

test('of the migrations from before there were rules, those are known that a version before would not have lived through', () => {
  const refused = files.filter((file) => file.slice(0, 4) <= lastWithoutRules && objectionsTo(read(file)).length)
  expect(refused).toEqual(expect.arrayContaining(['0015-less-to-look-up.sql', '0082-mails-of-choice.sql']))
  expect(files.filter((file) => !refused.includes(file))).toEqual(
    expect.arrayContaining(['0092-leases.sql', '0093-processes.sql', '0096-reading-from-replicas.sql']),
  )
})
