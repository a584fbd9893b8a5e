import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { inTransaction } from '@ingot/db/transaction'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { readExit } from '@ingot/endpoints/leaving'
import { Answer, type Origin, type Person } from '../../bind.ts'
import { hindrancesOf } from '../../erasing.ts'
import { Failure } from '../../failure.ts'
import { leaving as numbers } from '../../policy-heirs.ts'
import { record } from '../identity/identity.ts'
import { lockCustomer } from '../identity/store.ts'
import { keptUntilIf } from '../kyc/customer-data.ts'
import { keptThings } from './kept.ts'
import { type Leaving, shownPack } from './leaving.ts'
import { getPieces } from './pieces.ts'
import * as store from './store.ts'

const packsShown = 5
const dayMs = 24 * 3600_000

/** Where a customer stands who thinks of leaving. */
export const readStanding = ({ db, now, personal }: Leaving, id: string): Promise<ReplyOf<typeof readExit>['data']> =>
  inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, id)
    const hindrances = await hindrancesOf(tx, customer, personal, { holdStill: false })
    const until = await keptUntilIf(tx, id, now())
    return {
      packs: (await store.readPacks(tx, id, packsShown)).map(shownPack),
      hindrances: hindrances.map(({ words, href }) => ({ words, href })),
      kept: keptThings
        .filter(({ isIdentity }) => !isIdentity || until)
        .map(({ what, why, isIdentity }) => ({ what, why, until: isIdentity ? (until?.toISOString() ?? null) : null })),
    }
  })

type Asked = { person: Person; from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

/** One at a time, and few on a day: each is everything that we have. */
export const askForPack = (leaving: Leaving, { person, from, operation, useGrants }: Asked) => {
  const { db, now } = leaving
  return runOperation(db, operation, async (tx) => {
    await useGrants(tx)
    // One after the other, so that many at once are not more than the limit.
    await lockCustomer(tx, person.id)
    const since = new Date(now().getTime() - dayMs)
    if ((await store.countSince(tx, person.id, since)) >= numbers.packsPerDay)
      throw new Failure(
        'TooManyTries',
        {},
        'You have asked for your archive often enough for today. Please try again tomorrow.',
      )
    const pack = await store.insertPack(tx, randomUUID(), person.id, now())
    if (!pack) throw new Failure('StateChanged', {}, 'Your archive is being made already.')
    await record(tx, leaving, { customer: person.id, kind: 'exit-pack-asked', from })
    return { data: shownPack(pack) }
  })
}

/** Somebody else's is as unknown as one that never was, or that is gone. */
export const downloadPack = async (leaving: Leaving, person: Person, id: string, from: Origin) => {
  const { db, files, personalData, now, identity } = leaving
  const pack = await store.findPack(db, id)
  if (pack?.customer !== person.id || !pack.sealed_key || !pack.place) throw new Failure('NotFound')
  if (!pack.kept_until || pack.kept_until <= now()) throw new Failure('NotFound')
  await identity.limits.take('exit-pack-opened', person.id, from.address)
  await record(db, leaving, { customer: person.id, kind: 'exit-pack-opened', from })
  const key = Buffer.from(personalData.open<{ key: string }>(id, 'exit-pack', pack.sealed_key).key, 'base64')
  const name = `ingot-archive-${pack.asked_at.toISOString().slice(0, 10)}.zip`
  return new Answer(Readable.from(getPieces(files, pack.place, key, Number(pack.bytes))), {
    headers: { 'content-disposition': `attachment; filename="${name}"`, 'content-length': String(pack.bytes) },
  })
}
