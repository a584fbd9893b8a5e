import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from './connect.ts'
import { openClock, readBehind, refuseDemonstration, setBehind } from './demonstration.ts'
import { migrate } from './migrate.ts'
import { asOwner, asRunning, createEmptyDatabase, createTestDatabase } from './test-server.ts'

const week = 7 * 24 * 3600

const makeDemonstration = async (behind = week) => {
  const ownerUrl = await createEmptyDatabase()
  await migrate(ownerUrl, { runningUrl: asRunning(ownerUrl), demonstrationBehind: behind })
  return { ownerUrl, db: open(asRunning(ownerUrl)) }
}

const open = (url: string) => {
  const db = connect(url, { part: 'test', max: 2 })
  onTestFinished(() => db.destroy())
  return db
}

const ask = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(text).finally(() => client.end())
}

/** In seconds. */
const behindNow = async (url: string) =>
  Number((await ask(url, 'select round(extract(epoch from clock_timestamp() - ingot_now())) as behind')).rows[0].behind)

test('the time of a demonstration is behind, for both roles, until its owner has set it to the present', async () => {
  const { ownerUrl, db } = await makeDemonstration()
  expect([await behindNow(ownerUrl), await behindNow(asRunning(ownerUrl))]).toEqual([week, week])
  await setBehind(ownerUrl, 60)
  expect(await behindNow(asRunning(ownerUrl))).toBe(60)
  await setBehind(ownerUrl, 0)
  expect([await behindNow(ownerUrl), await readBehind(db)]).toEqual([0, 0])
})

test('the clock of a demonstration is set by its owner alone, and forwards only', async () => {
  const { ownerUrl } = await makeDemonstration()
  const running = asRunning(ownerUrl)
  for (const text of [
    'update demonstration_clock set behind_seconds = 0',
    'insert into demonstration_clock (behind_seconds) values (1)',
    'delete from demonstration_clock',
    'truncate demonstration_clock',
  ])
    await expect(ask(running, text), text).rejects.toThrow('permission denied for table demonstration_clock')
  await expect(
    ask(
      running,
      `create or replace function ingot_now() returns timestamptz language sql as 'select clock_timestamp()'`,
    ),
  ).rejects.toThrow(/permission denied|must be owner/)
  await expect(setBehind(ownerUrl, week + 1)).rejects.toThrow('the clock of a demonstration goes forwards only')
  await expect(setBehind(ownerUrl, -1)).rejects.toThrow('demonstration_clock_behind_seconds_check')
  await expect(ask(ownerUrl, 'delete from demonstration_clock')).rejects.toThrow(/demonstration_clock/)
  await expect(ask(ownerUrl, 'truncate demonstration_clock')).rejects.toThrow(/demonstration_clock/)
  expect(await behindNow(running)).toBe(week)
})

test('a database that was not made as a demonstration becomes none, and its clock cannot be set', async () => {
  const url = await createTestDatabase()
  const ownerUrl = asOwner(url)
  expect(await migrate(ownerUrl, { runningUrl: url, demonstrationBehind: week })).toEqual([])
  expect([await behindNow(url), await readBehind(open(url))]).toEqual([0, undefined])
  await expect(setBehind(ownerUrl, 0)).rejects.toThrow(
    'The clock is set in a demonstration only, and this database is none.',
  )
  await ask(
    ownerUrl,
    `insert into customers (email, username, password_hash, email_verified_at, created_at, ref_code, user_hash)
    values ('anna@gold.example', 'anna', '', now(), now(), 'ABCDEFGH', repeat('a', 64))`,
  )
  await expect(ask(ownerUrl, 'insert into demonstration_clock (behind_seconds) values (1)')).rejects.toThrow(
    'a database becomes a demonstration when it is made, and this one is in use',
  )
  expect(await behindNow(url)).toBe(0)
})

test('where there is no demonstration, the time of the books costs no more than the clock', async () => {
  const url = await createTestDatabase()
  const { rows } = await ask(url, 'explain (verbose, costs off) select ingot_now()')
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('Output: clock_timestamp()')
})

test('production refuses a demonstration in one sentence, and nothing else', async () => {
  const { db } = await makeDemonstration(0)
  const sentence =
    'The database was made as a demonstration, whose clock can be set: production needs a database of its own.'
  await expect(refuseDemonstration(db, 'production')).rejects.toThrow(sentence)
  await expect(openClock(db, 'production')).rejects.toThrow(sentence)
  await refuseDemonstration(db, 'development')
  await refuseDemonstration(open(await createTestDatabase()), 'production')
})

test('a process follows the clock, and what sleeps by it wakes when it is set', async () => {
  const { ownerUrl, db } = await makeDemonstration()
  const clock = await openClock(db, 'development')
  onTestFinished(clock.stop)
  const behind = () => Math.round((Date.now() - clock.now().getTime()) / 1000)
  expect(behind()).toBe(week)
  const ending = new AbortController()
  const sleeping = clock.sleep(60_000, ending.signal)
  await setBehind(ownerUrl, 60)
  await sleeping
  expect(behind()).toBe(60)
  const ended = expect(clock.sleep(60_000, ending.signal)).rejects.toThrow()
  ending.abort()
  await ended
  await setBehind(ownerUrl, 0)
  await expect.poll(behind).toBe(0)
})
