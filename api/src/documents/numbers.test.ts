import { randomUUID } from 'node:crypto'
import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post, postListed } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueDocument, newDocument, reverseDocuments } from './engine.ts'
import { createPapers } from './test-documents.ts'
import { noteKind, wish } from './test-kinds.ts'

let papers: Awaited<ReturnType<typeof createPapers>>
let customer: string
beforeAll(async () => {
  papers = await createPapers()
  customer = (await papers.newHolder('ann')).id
})
afterAll(() => papers.close())

const issue = (subject: string, text = 'a note') =>
  inTransaction(papers.db, (tx) =>
    issueDocument(papers.kyc, tx, noteKind, { customer, subject, data: { text }, ...wish }),
  )

const numbers = async () => {
  const { rows } = await sql<{ serial: number; code: string }>`
    select serial, code from documents where kind = ${noteKind.name} order by serial`.execute(papers.db)
  return rows
}

test('numbers have no gap under 50 bookings at once of which some are taken back', async () => {
  const book = (n: number) =>
    inTransaction(papers.db, async (tx) => {
      const account = customerAccount(customer, 'USDT', 'available')
      const moves = [move(parseAmount('USDT', '1'), { from: houseAccount('USDT', 'outside'), to: account })]
      const { entry } = await post(tx, { reference: `booking-${n}`, kind: 'test', causedBy: 'test', moves })
      const data = { text: `booking ${n}` }
      const issued = await issueDocument(papers.kyc, tx, noteKind, { customer, subject: String(entry), data, ...wish })
      if (n % 3 === 0) throw new Error('taken back')
      return issued.number
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => book(n)))
  const done = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(done).toHaveLength(33)
  for (const each of outcomes) if (each.status === 'rejected') expect(each.reason.message).toBe('taken back')
  const taken = await numbers()
  expect(taken.map(({ serial }) => serial)).toEqual(Array.from({ length: 33 }, (_, n) => n + 1))
  expect(taken.map(({ code }) => code)).toEqual(done.toSorted())
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from documents d join ledger_entries e on e.id = d.subject::bigint
    where d.kind = ${noteKind.name}`.execute(papers.db)
  expect(rows).toEqual([{ count: 33 }])
})

test('a document about what is booked just now is issued by the statement that books it, or not at all', async () => {
  const before = (await numbers()).length
  const account = customerAccount(customer, 'USDT', 'available')
  const book = (n: number) =>
    inTransaction(papers.db, async (tx) => {
      const isTooMuch = n % 3 === 0
      const moves = [
        move(parseAmount('USDT', isTooMuch ? '1000000' : '1'), { from: account, to: houseAccount('USDT', 'outside') }),
      ]
      const movement = { id: randomUUID(), owner: `customer:${customer}` as const, type: 'test' }
      const data = { text: `note ${n}` }
      const note = newDocument(papers.kyc, noteKind, { customer, subject: movement.id, data, ...wish })
      await postListed(tx, { reference: `noted-${n}`, kind: 'test', causedBy: 'test', moves }, movement, [note.part])
      return note.id
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => book(n)))
  const ids = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(ids).toHaveLength(20)
  for (const each of outcomes) if (each.status === 'rejected') expect(each.reason.refusal).toBe('BalanceTooLow')
  expect((await numbers()).slice(before).map(({ serial }) => serial)).toEqual(
    Array.from({ length: 20 }, (_, n) => before + n + 1),
  )
  const { rows } = await sql<{ id: string; subtitle: string; kept: boolean }>`
    select d.id, d.subtitle, d.data_sealed is not null and d.key_sealed is not null as kept
    from documents d join ledger_movements m on m.id = d.subject::uuid
    where d.id = any(${sql.val(ids)}::uuid[])`.execute(papers.db)
  expect(rows).toHaveLength(20)
  expect(rows.find(({ id }) => id === ids[0])).toEqual({ id: ids[0], subtitle: 'note 1', kept: true })
})

test('a document with a zone that nobody knows stops the booking before it begins', () => {
  const wanted = { customer, subject: 'lost', data: { text: '' }, ...wish, zone: 'Mars/Olympus' }
  expect(() => newDocument(papers.kyc, noteKind, wanted)).toThrow('There is no such time zone.')
})

test('of many at once about the same that say different things one is valid, and the others lead to it', async () => {
  const subject = randomUUID()
  const issued = await Promise.all(['a', 'b', 'c', 'a', 'b', 'c'].map((text) => issue(subject, text)))
  const { rows } = await sql<{ state: string; next: string | null }>`
    select d.state, s.code as next from documents d left join documents s on s.id = d.superseded_by
    where d.subject = ${subject} order by d.number`.execute(papers.db)
  const codes = [...new Set(issued.map(({ number }) => number))].toSorted()
  expect(rows.map(({ next }) => next)).toEqual([...codes.slice(1), null])
  expect(rows.at(-1)?.state).toBe('valid')
})

test('each year begins with one, and a number grows beyond six digits', async () => {
  const atNewYear = { ...papers.kyc, now: () => new Date('2031-01-01T00:00:00Z') }
  const issueThen = (subject: string) =>
    inTransaction(papers.db, (tx) =>
      issueDocument(atNewYear, tx, noteKind, { customer, subject, data: { text: 'late' }, ...wish }),
    )
  expect((await issueThen('new year')).number).toBe('ZN-2031-000001')
  await runAsOwner(
    asOwner(papers.databaseUrl),
    `alter table document_numbers disable trigger document_numbers_one_by_one;
    update document_numbers set last = 999999 where year = 2031;
    alter table document_numbers enable trigger document_numbers_one_by_one`,
  )
  expect((await issueThen('many')).number).toBe('ZN-2031-1000000')
})

test('what was undone is reversed, and a new one about it is another one', async () => {
  const subject = randomUUID()
  const first = await issue(subject)
  const undo = () =>
    inTransaction(papers.db, (tx) =>
      reverseDocuments(papers.kyc, tx, { customer, subject }, { by: 'operator:test', why: 'a mistake' }),
    )
  expect([await undo(), await undo()]).toEqual([1, 0])
  const second = await issue(subject)
  expect(second.number).not.toBe(first.number)
  const { rows } = await sql`
    select from_state, to_state, by, why from state_history where thing = 'document' and id = ${first.id}`.execute(
    papers.db,
  )
  expect(rows).toEqual([{ from_state: 'valid', to_state: 'reversed', by: 'operator:test', why: 'a mistake' }])
})

test('data that cannot be laid out take no number', async () => {
  const before = (await numbers()).length
  const broken = {
    ...noteKind,
    layout: () => {
      throw new Error('no such field')
    },
  }
  const asked = inTransaction(papers.db, (tx) =>
    issueDocument(papers.kyc, tx, broken, { customer, subject: 'broken', data: { text: '' }, ...wish }),
  )
  await expect(asked).rejects.toThrow('no such field')
  expect(await numbers()).toHaveLength(before)
})

test.each([
  ['a document is deleted', sql`delete from documents`],
  ['its number is another one', sql`update documents set code = 'ZN-2026-999999' where serial = 1`],
  ['it is moved to somebody else', sql`update documents set customer = gen_random_uuid() where serial = 1`],
  ['its hash changes', sql`update documents set hash = sha256('other') where hash is not null`],
  ['its hash is taken away', sql`update documents set hash = null, made_at = null where hash is not null`],
  ['it is valid again', sql`update documents set state = 'valid' where state = 'reversed'`],
  ['a number is left out', sql`update document_numbers set last = last + 2`],
  ['a number comes again', sql`update document_numbers set last = last - 1`],
  ['numbers begin in the middle', sql`insert into document_numbers (kind, year, last) values ('other', 2026, 7)`],
  ['a certificate is forgotten', sql`delete from document_certificates`],
])('the database refuses that %s', async (_, tampering) => {
  const { id } = await issue('tampered')
  await sql`update documents set hash = sha256('file'), made_at = now() where id = ${id} and hash is null`.execute(
    papers.db,
  )
  await expect(tampering.execute(papers.db)).rejects.toThrow(
    /stays as it was issued|one by one|cannot go from|permission denied|append-only/,
  )
})
