import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { documentHealth } from '@ingot/api/documents/health'
import { documentJobs } from '@ingot/api/documents/jobs'
import { fileOfDocument } from '@ingot/api/documents/making'
import { createPapers } from '@ingot/api/documents/test-documents'
import { testSettings } from '@ingot/api/test-api'
import { createLocalFiles } from '@ingot/providers/files/local'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './stack.ts'

/** Two lots of processes, each killed after so many bookings, in the middle of the next ones. */
const lots = [
  [1, 9, 17],
  [4, 13, 25],
]

let papers: Awaited<ReturnType<typeof createPapers>>
const folder = mkdtempSync(join(tmpdir(), 'ingot-documents-'))
beforeAll(async () => {
  papers = await createPapers()
})
afterAll(async () => {
  await papers.close()
  rmSync(folder, { recursive: true })
})

const bookUntilKilled = async (customer: string, bookings: number) => {
  const child = fork(join(root, 'api/src/documents/test-booking-main.ts'), {
    env: {
      ...process.env,
      ...testSettings,
      NODE_ENV: 'development',
      DATABASE_URL: papers.databaseUrl,
      FILES_URL: pathToFileURL(folder).href,
      TEST_CUSTOMER: customer,
    },
  })
  const ended = once(child, 'exit')
  let booked = 0
  child.on('message', () => {
    booked += 1
    if (booked === bookings) child.kill('SIGKILL')
  })
  expect((await ended)[1]).toBe('SIGKILL')
}

test('kill -9 in the middle of bookings and of making files: no number is missing, and every document opens', {
  timeout: 60_000,
}, async () => {
  const { id: customer } = await papers.newHolder('ann')
  for (const lot of lots) await Promise.all(lot.map((bookings) => bookUntilKilled(customer, bookings)))
  const { rows } = await sql<{ id: string; serial: number; booked: boolean }>`
    select d.id, d.serial, exists (select from ledger_entries e where e.id = d.subject::bigint) as booked
    from documents d order by d.serial`.execute(papers.db)
  const { rows: entries } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_entries where reference like 'booking %'`.execute(papers.db)
  expect(rows.length).toBeGreaterThanOrEqual(lots.flat().reduce((sum, bookings) => sum + bookings))
  expect(rows.map(({ serial }) => serial)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.every(({ booked }) => booked)).toBe(true)
  expect(entries).toEqual([{ count: rows.length }])
  const { rows: last } = await sql`select last from document_numbers`.execute(papers.db)
  expect(last).toEqual([{ last: rows.length }])

  const documents = { ...papers.newProcess(), files: createLocalFiles(folder) }
  for (const { handle } of documentJobs({ ...documents, now: () => new Date(Date.now() + 3600_000) }))
    await handle({}, 'by hand')
  for (const { id } of rows) expect((await fileOfDocument(documents, customer, id)).bytes.length).toBeGreaterThan(1000)
  expect(await documentHealth({ db: papers.db, now: papers.now })).toEqual([])
  console.log(`${rows.length} documents after ${lots.flat().length} kills`)
})
