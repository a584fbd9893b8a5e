import { randomUUID } from 'node:crypto'
import { setBehind } from '@ingot/db/demonstration'
import { openTestWorker } from '@ingot/db/test-jobs'
import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import type { DocumentContent } from '@ingot/endpoints/document-content'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { type Entry, type Move, move, post, postTogether } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { type Client, createPeople } from '../identity/test-people.ts'
import { statementJobs } from './jobs.ts'

const year = 365 * 24 * 3600
const mostPostedAtOnce = 500

/** What a customer does with the house: gets something, gives something, or both. */
type Done = {
  type: string
  gets?: readonly [Asset, string]
  gives?: readonly [Asset, string]
  details?: Entry['details']
}

/** For tests: the api with books whose time can be set forwards, and people who ask for papers about them. */
export const createStatements = async () => {
  const people = await createPeople()
  const { db, databaseUrl } = people
  const ownerUrl = asOwner(databaseUrl)
  await runAsOwner(ownerUrl, `insert into demonstration_clock (behind_seconds) values (${20 * year})`)
  const { config, log, now, mailer, outbox } = people
  const worker = await openTestWorker(databaseUrl, statementJobs({ db, config, log, now, mailer, outbox }))

  let behind = Number.POSITIVE_INFINITY
  /** What is posted from now on is posted then, to the second; asked for once more it goes on from there, since the clock is never set back. */
  const letBooksBe = (at: Date) => {
    behind = Math.min(behind, Math.round((Date.now() - at.getTime()) / 1000))
    return setBehind(ownerUrl, behind)
  }

  const newHolder = async (username: string) => {
    const client = await people.newCustomer(username)
    const { id } = (await client.get('/getInfo')).body.data
    return { id: id as string, username, client }
  }

  const movesOf = (customer: string, { gets, gives }: Done): Move[] => [
    ...(gives
      ? [
          move<Asset>(parseAmount<Asset>(...gives), {
            from: customerAccount(customer, gives[0], 'available'),
            to: houseAccount(gives[0], 'outside'),
          }),
        ]
      : []),
    ...(gets
      ? [
          move<Asset>(parseAmount<Asset>(...gets), {
            from: houseAccount(gets[0], 'outside'),
            to: customerAccount(customer, gets[0], 'available'),
          }),
        ]
      : []),
  ]
  const entryOf = (customer: string, done: Done): Entry => ({
    reference: `test:${randomUUID()}`,
    ...{ kind: done.type, causedBy: 'test', moves: movesOf(customer, done), details: done.details ?? {} },
  })
  /** Posts what a customer did, and tells him. */
  const act = async (customer: string, done: Done, at?: Date): Promise<bigint> => {
    if (at) await letBooksBe(at)
    return inTransaction(db, async (tx) => {
      const { entry } = await post(tx, entryOf(customer, done))
      await recordMovements(tx, [{ owner: `customer:${customer}`, type: done.type, entry }])
      return entry
    })
  }
  const actOften = async (customer: string, done: Done, times: number) => {
    for (let left = times; left > 0; left -= mostPostedAtOnce)
      await inTransaction(db, async (tx) => {
        const entries = Array.from({ length: Math.min(left, mostPostedAtOnce) }, () => entryOf(customer, done))
        const posted = await postTogether(tx, entries)
        const owner = `customer:${customer}` as const
        await recordMovements(
          tx,
          posted.map(({ entry }) => ({ owner, type: done.type, entry })),
        )
      })
  }

  /** A gold price as the feed had it then, in candles of a day. */
  const knowPrice = (usdPerOunce: string, at: Date) =>
    sql`insert into price_candles (seconds, at, open, high, low, close, opened_at, closed_at)
      select 86400, date_bin('1 day', ${at}, 'epoch'), p, p, p, p, ${at}, ${at} from (select ${usdPerOunce}::numeric) x (p)`.execute(
      db,
    )

  return {
    ...people,
    letBooksBe,
    newHolder,
    act,
    actOften,
    knowPrice,
    /** The first of a month has come. */
    strikeMonth: worker.strikeClock,
    runMails: worker.run,
    close: async () => {
      await worker.close()
      await people.close()
    },
  }
}

/** For tests: asks for a paper and reads it. */
export const askFor = async (client: Client, what: string, body: object) => {
  const { status, body: answer } = await client.post(`/documents/${what}`, { zone: 'UTC', ...body })
  if (status !== 200) return { status, message: answer.error.message as string }
  const { id } = answer.data
  const { document, content } = (await client.get(`/documents/${id}`)).body.data
  const table = await client.get(`/documents/${id}/table`)
  return {
    status,
    document,
    content: content as DocumentContent,
    table: table.raw.toString(),
    tableStatus: table.status,
  }
}

/** For tests: what stands under a heading, by its label. */
export const factsIn = (content: DocumentContent | undefined, heading: string): Record<string, string> => {
  const part = content?.parts.find((each) => each.heading === heading)
  return part?.kind === 'facts'
    ? Object.fromEntries(part.facts.map(({ label, value }) => [label, value.replaceAll(',', '')]))
    : {}
}

/** For tests: the lines of a table, the last ones included. */
export const rowsIn = (content: DocumentContent | undefined, heading: string): string[][] => {
  const part = content?.parts.find((each) => each.heading.startsWith(heading))
  return part?.kind === 'table' ? [...part.rows, ...part.sums] : []
}
