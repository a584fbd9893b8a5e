import type { Db } from '@ingot/db/connect'
import type { QueryOf } from '@ingot/endpoints/endpoint'
import type { listMovements } from '@ingot/endpoints/wallet'
import type { MovementDetails, Party, Receipt, Movement as Shown, Step } from '@ingot/endpoints/wallet-fields'
import {
  type Movement,
  type MovementFilter,
  type MovementState,
  movementById,
  movementByNumber,
  movementsOf,
  stateOf,
} from '@ingot/ledger/movement'
import { entriesBehind, type ShownEntry, settlementTimes } from '@ingot/ledger/movement-entries'
import type { Amount } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { numberOf, type Stretch, type Table } from '../../lists.ts'
import * as store from './store.ts'
import { receiverOf } from './transfers.ts'
import { ownerOf, type Wallet } from './wallet.ts'

const recent = 10

const amounts = (list: readonly Amount<Asset>[]) =>
  list.map((amount) => ({ asset: amount.asset, amount: formatAmount(amount) }))

const textIn = (details: Movement['details'], name: string): string | null => {
  const value = details[name]
  return typeof value === 'string' ? value : null
}

const hashOf = ({ settlement, details }: Movement) => settlement?.hash ?? textIn(details, 'hash')

/** Where tokens come from in the moment when they are made: it names nobody. */
const noAddress = `0x${'0'.repeat(40)}`

type Posted = Pick<Movement, 'owner' | 'entry' | 'type' | 'details'>

const partyOf = (movement: Posted, transfers: Awaited<ReturnType<typeof store.transfersOfEntries>>): Party | null => {
  const transfer = transfers.get(movement.entry)
  if (transfer) {
    const isSender = movement.owner === ownerOf(transfer.customer)
    return isSender ? receiverOf(transfer) : { kind: 'customer', username: transfer.sender_name }
  }
  const sender = movement.type === 'deposit' ? textIn(movement.details, 'sender') : null
  return sender === null || sender === noAddress ? null : { kind: 'address', address: sender, label: '' }
}

/** Who is on the other side of entries, by username or whole address: what a customer calls an address is a note to himself. */
export const partiesOf = async (
  db: Db,
  owner: Movement['owner'],
  entries: readonly Omit<Posted, 'owner'>[],
): Promise<Map<bigint, string>> => {
  const transfers = await store.transfersOfEntries(
    db,
    entries.map(({ entry }) => entry),
  )
  const named = entries.map((each) => [each.entry, nameOf(partyOf({ ...each, owner }, transfers))] as const)
  return new Map(named.filter(([, name]) => name !== ''))
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
    outgoing: amounts(movement.outgoing),
    fees: amounts(movement.fees),
    withheld: amounts(movement.withheld),
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

export const recentOf = async (wallet: Wallet, { id }: Person): Promise<Shown[]> =>
  shownAll(wallet, await movementsOf(wallet.identity.db, { owner: ownerOf(id), limit: recent }))

/** The way of a movement, as far as it has one: what does not go to the chain ends with being posted. */
const stepsOf = async ({ identity: { db } }: Wallet, movement: Movement): Promise<Step[]> => {
  const transfers = await store.transfersOfEntries(db, [movement.entry])
  const asked = textIn(movement.details, 'requestedAt')
  const requestedAt = transfers.get(movement.entry)?.requested_at ?? (asked === null ? movement.at : new Date(asked))
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

/** What the price is of, where a product says so beside it. */
const pairOf = ({ details }: Movement): string | null => {
  const pair = textIn(details, 'pair')
  return pair !== null && /^[A-Z]{3,6}\/[A-Z]{3,6}$/.test(pair) ? pair : null
}

const sideOf = (owner: string, side: { owner: string; purpose: string }) => ({
  owner: side.owner === owner ? ('you' as const) : side.owner === 'house' ? ('house' as const) : ('customer' as const),
  purpose: side.purpose,
})

/** An entry as its owner is shown it. */
export const shownEntry = (owner: Movement['owner'], { entry, kind, postedAt, moves }: ShownEntry) => ({
  entry: String(entry),
  kind,
  postedAt: postedAt.toISOString(),
  moves: moves.map(({ amount, from, to }) => ({
    asset: amount.asset,
    amount: formatAmount(amount),
    from: sideOf(owner, from),
    to: sideOf(owner, to),
  })),
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
    pair: pairOf(movement),
    reason: movement.settlement?.returned ? movement.settlement.reason : null,
    entries: entries.map((entry) => shownEntry(movement.owner, entry)),
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
    outgoing: amounts(movement.outgoing),
    fees: amounts(movement.fees),
    withheld: amounts(movement.withheld),
    price: priceOf(movement),
    pair: pairOf(movement),
    hash: hashOf(movement),
  }
}

type Filter = Omit<QueryOf<typeof listMovements>, 'cursor'>

const filterOf = ({ type, state, from, until }: Filter): Omit<MovementFilter, 'owner' | 'limit'> => ({
  ...(type && { types: [...new Set(type.split(','))] }),
  ...(state && { states: [...new Set(state.split(','))] as MovementState[] }),
  ...(from && { from: new Date(from) }),
  ...(until && { until: new Date(until) }),
})

const readList = async (wallet: Wallet, person: Person, filter: Filter, stretch: Stretch): Promise<Movement[]> => {
  if (!filter.code)
    return movementsOf(wallet.identity.db, { owner: ownerOf(person.id), ...filterOf(filter), ...stretch })
  const found = await findOwn(wallet, person, filter.code)
  return found ? [found] : []
}

const together = (list: Shown['incoming'], what: 'asset' | 'amount') => list.map((each) => each[what]).join('; ')

const nameOf = (party: Party | null) => (party?.kind === 'address' ? party.address : (party?.username ?? ''))

export const movementList = (wallet: Wallet, person: Person): Table<Filter, Movement, Shown> => ({
  read: (filter, stretch) => readList(wallet, person, filter, stretch),
  number: ({ number }) => number,
  show: (movements) => shownAll(wallet, movements),
  name: 'transactions',
  columns: {
    Number: ({ number }) => number,
    'Time (UTC)': ({ at }) => at,
    Type: ({ type }) => type,
    State: ({ state }) => state,
    Received: ({ incoming }) => together(incoming, 'amount'),
    'Received asset': ({ incoming }) => together(incoming, 'asset'),
    'Paid (fee included)': ({ outgoing }) => together(outgoing, 'amount'),
    'Paid asset': ({ outgoing }) => together(outgoing, 'asset'),
    Fee: ({ fees }) => together(fees, 'amount'),
    'Fee asset': ({ fees }) => together(fees, 'asset'),
    'Fee taken off': ({ withheld }) => together(withheld, 'amount'),
    'Fee taken off asset': ({ withheld }) => together(withheld, 'asset'),
    Counterparty: ({ party }) => nameOf(party),
    Transaction: ({ hash }) => hash ?? '',
  },
})
