import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { issueMoves, readNamesakes, takeInBars } from '@ingot/ledger/vault'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import type { Deps } from '../../feature.ts'
import { kycOf } from '../kyc/kyc.ts'
import { bookPacked, bookRequest } from './booking.ts'
import { withdrawalMoves } from './rules.ts'
import { sealAddress } from './sealed.ts'
import { findWithdrawal } from './store.ts'

const refiner = 'Testra'
const bar = { refiner, fineness: '999.9', grossGrams: '10' }
const grams = parseAmount('QMGT', '9.999')
const someAddress = {
  name: 'Anna Taker',
  street: '5 Harbour Lane',
  city: 'Bristol',
  postalCode: 'BS1 4ST',
  country: 'GB',
}
const none = parseAmount('USD', '0')

const takeIn = async (tx: Tx, ...serials: string[]) => {
  await takeInBars(
    tx,
    serials.map((serial) => ({ ...bar, serial })),
    { causedBy: 'test' },
  )
  return readNamesakes(
    tx,
    serials.map((serial) => ({ refiner, serial })),
  )
}

/** Gold of a customer, and as much in the treasury for whatever has to be made good. */
const fund = async (tx: Tx, customer: string) => {
  const mine = customerAccount(customer, 'QMGT', 'available')
  for (const to of [mine, houseAccount('QMGT', 'treasury')])
    await post(tx, {
      reference: `test:${randomUUID()}`,
      kind: 'tranche',
      causedBy: 'test',
      moves: issueMoves(grams, to),
    })
  const fee = parseAmount('USDT', '36')
  const moves = [
    move(fee, { from: houseAccount('USDT', 'outside'), to: customerAccount(customer, 'USDT', 'available') }),
  ]
  await post(tx, { reference: `test:${randomUUID()}`, kind: 'deposit', causedBy: 'test', moves })
}

/** Of a customer one choice is open. */
const giveUp = (db: Db | Tx, customer: string, at: Date) =>
  sql`
    update withdrawal_choices set released_at = ${at}
    where customer = ${customer} and order_id is null and released_at is null`.execute(db)

const request = async (tx: Tx, deps: Deps, customer: string): Promise<string> => {
  const at = deps.now()
  const [kept] = await takeIn(tx, randomUUID(), randomUUID())
  if (!kept) throw new Error('no bar was taken in')
  await fund(tx, customer)
  await giveUp(tx, customer, at)
  const choice = randomUUID()
  const until = new Date(at.getTime() + 60_000)
  await sql`
    insert into withdrawal_choices (id, customer, figures, made_at, until)
    values (${choice}, ${customer}, '{}', ${at}, ${until})`.execute(tx)
  await sql`insert into bar_reservations (bar, customer, choice, until) values (${kept.id}, ${customer}, ${choice}, ${until})`.execute(
    tx,
  )
  const fees = { making: parseAmount('USD', '26'), handling: parseAmount('USD', '10'), carriage: none, insurance: none }
  const [id] = await bookRequest(tx, {
    ...{
      order: randomUUID(),
      customer,
      holding: null,
      asset: 'QMGT',
      feeAsset: 'USDT',
      at,
      policyVersion: '0',
      choice,
    },
    parcels: [{ bars: [kept], fees, insured: parseAmount('USD', '1000'), feeUnits: parseAmount('USDT', '36').units }],
    ...{ price: '100', way: 'deliver', address: sealAddress(kycOf(deps).personalData, customer, someAddress) },
  })
  if (!id) throw new Error('nothing was asked for')
  return id
}

const pack = async (tx: Tx, deps: Deps, id: string) => {
  const [at, by] = [deps.now(), randomUUID()]
  const approved = { approved_at: at, approved_by: randomUUID() }
  await advance(tx, withdrawalMoves, id, { to: 'Approved', by: 'test', at, set: approved })
  const withdrawal = await findWithdrawal(tx, id)
  if (!withdrawal) throw new Error('there is no such withdrawal')
  const { entry } = await bookPacked(tx, withdrawal, { by: 'test', at, issuing: kycOf(deps) })
  const packed = { packed_at: at, packed_by: by, packed_entry: String(entry) }
  await advance(tx, withdrawalMoves, id, { to: 'Packed', by: 'test', at, set: packed })
}

/** For tests: a withdrawal of one bar of 10 g that was lost or came back, without anybody having asked for it. Another bar is free. */
export const insertTestWithdrawal = async (
  deps: Deps,
  customer: string,
  state: Extract<WithdrawalState, 'Lost' | 'Returned'>,
): Promise<string> => {
  const id = await inTransaction(deps.db, (tx) => request(tx, deps, customer))
  await inTransaction(deps.db, async (tx) => {
    await pack(tx, deps, id)
    for (const to of ['Sent', state] as const)
      await advance(tx, withdrawalMoves, id, { to, by: 'test', at: deps.now() })
  })
  return id
}

/** A choice of a customer without any bars, whose time is over. */
const insertChoice = async ({ db, now }: Deps, customer: string): Promise<string> => {
  const [id, at] = [randomUUID(), now()]
  await giveUp(db, customer, at)
  await sql`
    insert into withdrawal_choices (id, customer, figures, made_at, until)
    values (${id}, ${customer}, '{}', ${at}, ${new Date(at.getTime() - 60_000)})`.execute(db)
  return id
}

const insertAddress = async (deps: Deps, customer: string): Promise<string> => {
  const [id, at, { personalData }] = [randomUUID(), deps.now(), kycOf(deps)]
  await sql`
    insert into delivery_addresses (id, customer, sealed, digest, added_at, usable_from)
    values (${id}, ${customer}, ${personalData.seal(id, 'delivery-address', { customer, ...someAddress })},
      ${personalData.digests('delivery address', id)[0]}, ${at}, ${at})`.execute(deps.db)
  return id
}

/** For tests: what belongs to a customer, by the call that names it. */
export const withdrawalMakers = (deps: () => Deps) => ({
  readWithdrawal: async (customer: string) => ({ id: await insertTestWithdrawal(deps(), customer, 'Lost') }),
  releaseBars: async (customer: string) => ({ id: await insertChoice(deps(), customer) }),
  removeDeliveryAddress: async (customer: string) => ({ id: await insertAddress(deps(), customer) }),
})
