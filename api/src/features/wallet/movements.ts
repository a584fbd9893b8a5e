import type { QueryOf } from '@ingot/endpoints/endpoint'
import type { downloadMovements, listMovements } from '@ingot/endpoints/wallet'
import type { MovementDetails, Party, Receipt, Movement as Shown, Step } from '@ingot/endpoints/wallet-fields'
import {
  type Movement,
  type MovementFilter,
  movementById,
  movementByNumber,
  movementsOf,
  stateOf,
} from '@ingot/ledger/movement'
import { entriesBehind, settlementTimes } from '@ingot/ledger/movement-entries'
import type { Amount } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { csvLine, numberOf } from './rules.ts'
import * as store from './store.ts'
import { receiverOf } from './transfers.ts'
import { ownerOf, type Wallet } from './wallet.ts'

const page = 50
const recent = 10
/** What one file holds at most; it says so at its end. */
const mostLines = 200_000
const linesAtOnce = 500

const amounts = (list: readonly Amount<Asset>[]) =>
  list.map((amount) => ({ asset: amount.asset, amount: formatAmount(amount) }))

const textIn = (details: Movement['details'], name: string): string | null => {
  const value = details[name]
  return typeof value === 'string' ? value : null
}

/** Without fees, which stand beside it. */
const sentOf = ({ outgoing, fees }: Movement) => outgoing.filter((amount) => !fees.includes(amount))

const hashOf = ({ settlement, details }: Movement) => settlement?.hash ?? textIn(details, 'hash')

const partyOf = (movement: Movement, transfers: Awaited<ReturnType<typeof store.transfersOfEntries>>): Party | null => {
  const transfer = transfers.get(movement.entry)
  if (transfer) {
    const isSender = movement.owner === ownerOf(transfer.customer)
    return isSender ? receiverOf(transfer) : { kind: 'customer', username: transfer.sender_name }
  }
  const sender = movement.type === 'deposit' ? textIn(movement.details, 'sender') : null
  return sender === null ? null : { kind: 'address', address: sender, label: '' }
}

const shownAll = async ({ identity: { db } }: Wallet, movements: readonly Movement[]): Promise<Shown[]> => {
  if (movements.length === 0) return []
  const transfers = await store.transfersOfEntries(
    db,
    movements.map(({ entry }) => entry),
  )
  return movements.map((movement) => ({
    id: movement.id,
    number: String(movement.number),
    type: movement.type,
    at: movement.at.toISOString(),
    state: stateOf(movement),
    incoming: amounts(movement.incoming),
    outgoing: amounts(sentOf(movement)),
    fees: amounts(movement.fees),
    hash: hashOf(movement),
    party: partyOf(movement, transfers),
  }))
}

/** One of a customer's movements, by number or id. */
const findOwn = async ({ identity: { db } }: Wallet, { id }: Person, code: string): Promise<Movement | undefined> => {
  if (/^[0-9]{1,19}$/.test(code)) return movementByNumber(db, ownerOf(id), numberOf(code))
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(code)) return
  const found = await movementById(db, code)
  return found?.owner === ownerOf(id) ? found : undefined
}

type Filter = QueryOf<typeof downloadMovements>

const filterOf = ({ id }: Person, { type, state, from, until }: Filter): Omit<MovementFilter, 'limit'> => ({
  owner: ownerOf(id),
  ...(type && { types: [...new Set(type.split(','))] }),
  ...(state && { state }),
  ...(from && { from: new Date(from) }),
  ...(until && { until: new Date(until) }),
})

export const listOf = async (wallet: Wallet, person: Person, query: QueryOf<typeof listMovements>) => {
  if (query.code) {
    const found = await findOwn(wallet, person, query.code)
    return { data: await shownAll(wallet, found ? [found] : []), meta: { cursor: null } }
  }
  const before = query.cursor ? { before: numberOf(query.cursor) } : {}
  const rows = await movementsOf(wallet.identity.db, { ...filterOf(person, query), ...before, limit: page + 1 })
  const shown = await shownAll(wallet, rows.slice(0, page))
  return { data: shown, meta: { cursor: rows.length > page ? (shown.at(-1)?.number ?? null) : null } }
}

export const recentOf = async (wallet: Wallet, { id }: Person): Promise<Shown[]> =>
  shownAll(wallet, await movementsOf(wallet.identity.db, { owner: ownerOf(id), limit: recent }))

/** The way of a movement, as far as it has one: what does not go to the chain ends with being posted. */
const stepsOf = async ({ identity: { db } }: Wallet, movement: Movement): Promise<Step[]> => {
  const transfers = await store.transfersOfEntries(db, [movement.entry])
  const requestedAt = transfers.get(movement.entry)?.requested_at ?? movement.at
  const times = await settlementTimes(db, movement.entry)
  const state = stateOf(movement)
  const at = (time: Date | undefined, reached = true) => (reached && time ? time.toISOString() : null)
  const wasSent = state !== 'queued'
  const first: Step[] = [
    { name: 'requested', at: at(requestedAt) },
    { name: 'posted', at: at(movement.at) },
  ]
  if (state === 'posted') return first
  if (state === 'returned') return [...first, { name: 'returned', at: at(times.failed) }]
  return [...first, { name: 'sent', at: at(times.sent, wasSent) }, { name: 'confirmed', at: at(times.confirmed) }]
}

/** Products write the price at which something was done into their entries under this name. */
const priceOf = ({ details }: Movement): string | null => {
  const price = textIn(details, 'price')
  return price !== null && /^[0-9]+(?:\.[0-9]+)?$/.test(price) ? price : null
}

const sideOf = (owner: string, side: { owner: string; purpose: string }) => ({
  owner: side.owner === owner ? ('you' as const) : side.owner === 'house' ? ('house' as const) : ('customer' as const),
  purpose: side.purpose,
})

export const readOwn = async (wallet: Wallet, person: Person, code: string): Promise<MovementDetails> => {
  const movement = await findOwn(wallet, person, code)
  if (!movement) throw new Failure('NotFound')
  const [shown] = await shownAll(wallet, [movement])
  if (!shown) throw new Error('a movement was not shown')
  const entries = await entriesBehind(wallet.identity.db, movement.entry)
  return {
    ...shown,
    steps: await stepsOf(wallet, movement),
    price: priceOf(movement),
    reason: movement.settlement?.returned ? movement.settlement.reason : null,
    entries: entries.map(({ entry, kind, postedAt, moves }) => ({
      entry: String(entry),
      kind,
      postedAt: postedAt.toISOString(),
      moves: moves.map(({ amount, from, to }) => ({
        asset: amount.asset,
        amount: formatAmount(amount),
        from: sideOf(movement.owner, from),
        to: sideOf(movement.owner, to),
      })),
    })),
  }
}

/** For anyone with the link: each field is named here, so that nothing else can slip through. */
export const receiptOf = async (wallet: Wallet, id: string, type: string): Promise<Receipt> => {
  const movement = await movementById(wallet.identity.db, id)
  if (movement?.type !== type) throw new Failure('NotFound')
  return {
    id: movement.id,
    type: movement.type,
    at: movement.at.toISOString(),
    state: stateOf(movement),
    steps: await stepsOf(wallet, movement),
    incoming: amounts(movement.incoming),
    outgoing: amounts(sentOf(movement)),
    fees: amounts(movement.fees),
    price: priceOf(movement),
    hash: hashOf(movement),
  }
}

const heading = [
  'Number',
  'Time (UTC)',
  'Type',
  'State',
  'Incoming',
  'Incoming asset',
  'Outgoing',
  'Outgoing asset',
  'Fee',
  'Fee asset',
  'Other side',
  'Transaction',
]

const together = (list: Shown['incoming'], what: 'asset' | 'amount') => list.map((each) => each[what]).join('; ')

const nameOf = (party: Party | null) => (party?.kind === 'address' ? party.address : (party?.username ?? ''))

const lineOf = (shown: Shown): string =>
  csvLine([
    shown.number,
    shown.at,
    shown.type,
    shown.state,
    ...[shown.incoming, shown.outgoing, shown.fees].flatMap((list) => [
      together(list, 'amount'),
      together(list, 'asset'),
    ]),
    nameOf(shown.party),
    shown.hash ?? '',
  ])

/** Written page by page while it is read, so that a long history needs neither memory nor a long transaction. */
export async function* csvOf(wallet: Wallet, person: Person, query: Filter): AsyncGenerator<string> {
  yield csvLine(heading)
  const filter = filterOf(person, query)
  let before: bigint | undefined
  for (let written = 0; written < mostLines; written += linesAtOnce) {
    const rows = await movementsOf(wallet.identity.db, {
      ...filter,
      ...(before !== undefined && { before }),
      limit: linesAtOnce,
    })
    if (rows.length > 0) yield (await shownAll(wallet, rows)).map(lineOf).join('')
    if (rows.length < linesAtOnce) return
    before = rows.at(-1)?.number
  }
  yield csvLine([`There are more than ${mostLines} movements. Please choose a shorter period.`])
}
