import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { customerAccount } from '@ingot/ledger/account'
import { recordMovementAs, recordMovements } from '@ingot/ledger/movement'
import { type Entry, type Move, type Posted, postTogether, settledMove } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { Failure } from '../../failure.ts'
import { shownUnits } from '../holdings/holdings.ts'
import { beginPassing, endPassing, passingMove } from '../holdings/passing.ts'
import type { LyingLot } from '../holdings/take-back-store.ts'
import { holderOf } from '../kyc/holder.ts'
import { lockBook, lockBookToAdd, noteArrival, notePassing } from '../trade/book-store.ts'
import type { Book } from '../trade/rules.ts'
import { ownerOf } from '../wallet/wallet.ts'
import type { Estates } from './estates.ts'
import { issueInheritance } from './inheritance-note.ts'
import { lockWaiting, savePassed, type TokenAsset, type WaitingPart } from './parts-store.ts'
import { referenceOf } from './rules.ts'
import type { BeneficiaryRow, EstateRow, Receiving } from './store.ts'

type Given = { estate: EstateRow; beneficiary: BeneficiaryRow; customer: string }
type How = { by: string; at: Date }

/** What is passed on of one thing, with its entry and how the one who receives finds it. */
type Passed = WaitingPart & { movement: string; entry: bigint }

/** More than anybody has; it is done in one transaction, an entry for each thing. */
const mostAtOnce = 5000
const entriesAtOnce = 100

const fromOf = ({ id, customer }: EstateRow, receiver: string): string => {
  if (customer === null) throw new Error(`it is not known whose estate ${id} is`)
  if (customer === receiver) throw new Failure('Forbidden', {}, 'Whoever has died receives nothing.')
  return customer
}

const moveOf = ({ asset, units }: WaitingPart, { from, to }: { from: string; to: string }): Move =>
  asset === 'GAE' || asset === 'GCA' || asset === 'GDS'
    ? passingMove(asset, units, { from, to })
    : settledMove<TokenAsset>(amountOf(asset, units), {
        from: customerAccount(from, asset, 'estate'),
        to: customerAccount(to, asset, 'available'),
      })

/** What it had cost comes along, and of a holding since when it was there: for taxes they are those of the one who died. */
const detailsOf = ({ asset, known, cost }: WaitingPart, lot: LyingLot | undefined, estate: string) => ({
  estate,
  ...(cost !== null && { cost: shownUnits(cost), known: formatAmount(amountOf(asset, known)) }),
  ...(lot && { product: lot.product, holding: lot.number, bookedAt: lot.bookedAt.toISOString() }),
})

const postAll = async (tx: Tx, entries: readonly Entry[]): Promise<Posted[]> => {
  const posted: Posted[] = []
  for (let first = 0; first < entries.length; first += entriesAtOnce)
    posted.push(...(await postTogether(tx, entries.slice(first, first + entriesAtOnce))))
  return posted
}

/** Posts an entry for each thing, and lists it for both. */
const postParts = async (
  tx: Tx,
  estate: EstateRow,
  parts: readonly WaitingPart[],
  { from, to, by, lots }: { from: string; to: string; by: string; lots: ReadonlyMap<string, LyingLot> },
): Promise<Passed[]> => {
  const posted = await postAll(
    tx,
    parts.map((part) => ({
      ...{ reference: `estate-passed:${part.id}`, kind: 'estate-passed', causedBy: by },
      moves: [moveOf(part, { from, to })],
      details: detailsOf(part, part.holding === null ? undefined : lots.get(part.holding), referenceOf(estate)),
    })),
  )
  const passed = parts.map((part, place) => {
    const entry = posted[place]?.entry
    if (entry === undefined) throw new Error(`part ${part.id} was not posted`)
    return { ...part, movement: randomUUID(), entry }
  })
  await recordMovements(
    tx,
    passed.map(({ entry }) => ({ owner: ownerOf(from), type: 'estate-passed', entry })),
  )
  for (const { movement, entry } of passed)
    await recordMovementAs(tx, movement, { owner: ownerOf(to), type: 'inherited', entry })
  return passed
}

/** QMGT leaves one position and comes into the other with what it had cost, as far as that is known. */
const noteGold = async (
  tx: Tx,
  passed: readonly Passed[],
  { from, to, at, books }: { from: string; to: string; at: Date; books: { from: Book | undefined; to: Book } },
): Promise<void> => {
  let { from: left, to: came } = books
  for (const { asset, known, cost, movement } of passed) {
    if (asset !== 'QMGT' || known === 0n || cost === null) continue
    await notePassing(tx, from, left, { units: known, cost }, at)
    await noteArrival(tx, { customer: to, movement, at }, came, { units: known, worth: cost })
    left = left && { ...left, bought: left.bought - known, cost: left.cost - cost }
    came = { ...came, bought: came.bought + known, cost: came.cost + cost }
  }
}

const minorOf = ({ kyc }: Estates, { id, sealed, as_guardian }: BeneficiaryRow): string | null => {
  if (!as_guardian) return null
  const { firstName, middleName, lastName } = kyc.personalData.open<Receiving>(id, 'beneficiary', sealed)
  return [firstName, middleName, lastName].filter((name) => name !== '').join(' ')
}

/** Gives a beneficiary whose customer is known all that is his and was not passed on yet. Says whether there was anything. */
export const passOn = async (
  tx: Tx,
  estates: Estates,
  { estate, beneficiary, customer: to }: Given,
  { by, at }: How,
): Promise<boolean> => {
  const from = fromOf(estate, to)
  const waiting = await lockWaiting(tx, beneficiary.id, mostAtOnce)
  if (waiting.length === 0) return false
  // Also without QMGT: a first deal of the one who receives would write over his positions.
  const books = { to: await lockBookToAdd(tx, to, at), from: await lockBook(tx, from, 'QMGT') }
  const lots = await beginPassing(
    tx,
    { from, to },
    waiting.flatMap(({ holding }) => holding ?? []),
  )
  const parts = waiting.filter(({ holding }) => holding === null || lots.has(holding))
  if (parts.length === 0) return false
  const passed = await postParts(tx, estate, parts, { from, to, by, lots })
  await noteGold(tx, passed, { from, to, at, books })
  const [holder, [deceased = '']] = [await holderOf(tx, estates.kyc, to, by), await holderOf(tx, estates.kyc, from, by)]
  const document = await issueInheritance(tx, estates, {
    ...{ customer: to, subject: `${beneficiary.id} ${passed[0]?.id}`, by, at, holder, deceased },
    ...{ diedOn: estate.died_on, share: beneficiary.share, asGuardianOf: minorOf(estates, beneficiary) },
    parts: passed.map((part) => ({ ...part, lot: part.holding === null ? undefined : lots.get(part.holding) })),
  })
  for (const { id, holding, units, cost, entry, movement } of passed) {
    const received =
      holding === null
        ? null
        : await endPassing(tx, estates.kyc, {
            ...{ from: { customer: from, holding }, to: { customer: to, holder }, units, cost: cost ?? 0n },
            ...{ entry, movement, note: document, by, at },
          })
    await savePassed(tx, { id, entry, received, document, at })
  }
  return true
}
