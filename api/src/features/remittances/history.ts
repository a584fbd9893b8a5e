import type { Db, Tx } from '@ingot/db/connect'
import type { Instructions, Remittance } from '@ingot/endpoints/bank-fields'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { Failure } from '../../failure.ts'
import type { Table } from '../../lists.ts'
import * as store from './list-store.ts'
import type { Remittances } from './remittances.ts'
import { shownReference } from './rules.ts'

const dollars = (cents: string): string => formatAmount(amountOf('USD', BigInt(cents)))
const time = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString())

/**
 * What to write on the transfer, and the same as text in a code: banks' codes for transfers are for euros alone, so whoever reads
 * this one copies from it.
 */
const instructionsFor = (
  { house }: Pick<Remittances, 'house'>,
  { reference, announced_cents }: store.ListedRow,
): Instructions | null => {
  if (!house || reference === null || announced_cents === null) return null
  const amount = dollars(announced_cents)
  const qr = [
    house.holder,
    house.iban === null ? `Account ${house.number}` : `IBAN ${house.iban}`,
    `BIC ${house.bic}`,
    `USD ${amount}`,
    reference,
  ].join('\n')
  return { ...house, currency: 'USD', amount, reference: shownReference(reference), qr }
}

/** The first state stands in no history: it is how the row began. */
const historyIn = (row: store.ListedRow): Remittance['history'] => {
  const first = row.announced_at
    ? { state: 'Announced' as const, at: row.announced_at }
    : { state: 'Received' as const, at: row.received_at ?? new Date(0) }
  return [first, ...row.history].map(({ state, at }) => ({ state, at: new Date(at).toISOString() }))
}

const bookedIn = ({ booked }: store.ListedRow): Remittance['booked'] =>
  booked && {
    grams: formatAmount(amountOf('GCA', BigInt(booked.units))),
    price: booked.price,
    fee: dollars(booked.fee_units),
    holding: booked.holding,
    note: booked.note,
    movement: { id: booked.movement, type: booked.type },
  }

const shownRemittance = (remittances: Pick<Remittances, 'house'>, row: store.ListedRow): Remittance => ({
  id: row.id,
  number: row.number,
  state: row.state,
  reason: row.reason,
  announced: row.announced_cents && dollars(row.announced_cents),
  arrived: row.arrived_cents && dollars(row.arrived_cents),
  settled: row.settled_cents === '0' ? null : dollars(row.settled_cents),
  account: row.account === null ? null : { id: row.account, lastFour: row.last_four ?? '', bank: null },
  announcedAt: time(row.announced_at),
  expiresAt: row.state === 'Announced' ? time(row.expires_at) : null,
  receivedAt: time(row.received_at),
  endedAt: time(row.ended_at),
  history: historyIn(row),
  // Money that comes after all counts, so what to write stays until some has come.
  instructions: row.received_at === null ? instructionsFor(remittances, row) : null,
  slip: row.slip,
  booked: bookedIn(row),
  follows: row.follows,
  mayCancel: row.state === 'Announced',
  mayReturn: row.state === 'Received',
})

/** Somebody else's is as unknown as one that never was. */
export const remittanceIn = async (
  db: Db | Tx,
  remittances: Pick<Remittances, 'house'>,
  customer: string,
  id: string,
): Promise<Remittance> => {
  const row = await store.findListed(db, customer, id)
  if (!row) throw new Failure('NotFound')
  return shownRemittance(remittances, row)
}

export const remittanceList = (
  remittances: Pick<Remittances, 'db' | 'house'>,
  customer: string,
): Table<store.Filter, store.ListedRow, Remittance> => ({
  read: (filter, stretch) => store.readRemittances(remittances.db, customer, filter, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map((row) => shownRemittance(remittances, row)),
  name: 'remittances',
  columns: {
    Number: ({ number }) => number,
    State: ({ state }) => state,
    Reason: ({ reason }) => reason ?? '',
    'Announced at (UTC)': ({ announcedAt }) => announcedAt ?? '',
    'Announced (USD)': ({ announced }) => announced ?? '',
    'Received at (UTC)': ({ receivedAt }) => receivedAt ?? '',
    'Received (USD)': ({ arrived }) => arrived ?? '',
    'Settled (USD)': ({ settled }) => settled ?? '',
    'Booked (grams)': ({ booked }) => booked?.grams ?? '',
    'Price (USD)': ({ booked }) => booked?.price ?? '',
    'Fee (USD)': ({ booked }) => booked?.fee ?? '',
  },
})

/** What of it customers should look at. */
export const heldOnes = async (db: Db, customer: string) =>
  (await store.readHeld(db, customer)).map(({ id, at }) => ({
    kind: 'remittance-held' as const,
    id,
    at: at.toISOString(),
  }))
