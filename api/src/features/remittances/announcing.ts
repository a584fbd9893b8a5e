import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { ProblemForPeople } from '@ingot/db/problem'
import type { Remittance } from '@ingot/endpoints/bank-fields'
import type { BodyOf, QueryOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type * as calls from '@ingot/endpoints/remittances'
import { uploadLimit, uploadTypes } from '@ingot/endpoints/uploads'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { takeUpload } from '../../uploads/engine.ts'
import { uploadKind } from '../../uploads/kind.ts'
import { usableAccount } from '../bank-accounts/accounts.ts'
import { owedBy } from '../debts/debts.ts'
import { countsAt } from '../trade/market.ts'
import { frozenFailure } from '../wallet/senders.ts'
import { lockSender } from '../wallet/store.ts'
import { figuresOf } from './booking.ts'
import { remittanceIn } from './history.ts'
import type { Remittances } from './remittances.ts'
import { sendBack } from './returning.ts'
import { afterWorkingDays, centsOf, newReference } from './rules.ts'
import * as store from './store.ts'

/** What a bank gives whoever has paid, or what shows whose money it is. A hint, never evidence. */
export const slipKind = uploadKind({
  name: 'remittance-slip',
  title: 'Slips of remittances',
  types: uploadTypes,
  mostBytes: uploadLimit,
  mostOpen: 5,
  keptDays: 400,
  openedBy: ['Owner', 'Finance', 'Compliance'],
})

type Asked = { person: Pick<Person, 'id'>; operation: Operation }
type Reply = Promise<{ data: Remittance }>

const takeSlip = (tx: Tx, customer: string, remittance: string, id: string): Promise<void> =>
  takeUpload(tx, slipKind, { customer, id, subject: `remittance:${remittance}` }).catch((error) => {
    throw error instanceof Failure && error.error === 'NotFound' ? new Failure('UploadMissing') : error
  })

/** Another one in the rare case that somebody has it already. */
const mostReferences = 5

const insertNamed = async (tx: Tx, given: Omit<Parameters<typeof store.insertAnnounced>[1], 'reference'>) => {
  for (let tries = 0; tries < mostReferences; tries++)
    if (await store.insertAnnounced(tx, { ...given, reference: newReference() })) return
  throw new Error('no reference could be found')
}

/** Announces what a customer is about to send from a verified account. Nothing moves by that. */
export const announce = (
  remittances: Remittances,
  { person, operation }: Asked,
  { amount, account, slip }: BodyOf<typeof calls.announceRemittance>,
): Reply =>
  runOperation(remittances.db, operation, async (tx) => {
    const at = remittances.now()
    if (!remittances.house) throw new Failure('ProductClosed', {}, 'Remit To Save is closed at the moment.')
    const { leastUsd, mostUsd, mostOpen } = (await numbersIn(tx, at)).remittances
    const cents = centsOf(amount)
    if (cents < centsOf(leastUsd))
      throw new Failure('RemittanceTooSmall', { leastUsd }, `At least ${leastUsd} USD can be remitted at once.`)
    if (cents > centsOf(mostUsd))
      throw new Failure('RemittanceTooLarge', { mostUsd }, `At most ${mostUsd} USD can be remitted at once.`)
    if ((await store.countAnnounced(tx, person.id)) >= mostOpen) throw new Failure('TooManyRemittances')
    await usableAccount(tx, remittances.accounts, person.id, account)
    const id = randomUUID()
    const expiresAt = afterWorkingDays(at, policy.remittanceDates.workingDays)
    await insertNamed(tx, { id, customer: person.id, account, cents, at, expiresAt })
    if (slip) await takeSlip(tx, person.id, id, slip)
    return { data: await remittanceIn(tx, remittances, person.id, id) }
  })

/** Does something with one's own. Somebody else's is as unknown as one that never was. */
const changing = (
  remittances: Remittances,
  { person, operation }: Asked,
  id: string,
  work: (tx: Tx, row: store.Remittance, by: store.By) => Promise<void>,
): Reply =>
  runOperation(remittances.db, operation, async (tx) => {
    const row = await store.lockOwn(tx, person.id, id)
    if (!row) throw new Failure('NotFound')
    await work(tx, row, { by: `customer:${person.id}`, at: remittances.now() })
    return { data: await remittanceIn(tx, remittances, person.id, id) }
  })

export const addSlipTo = (remittances: Remittances, asked: Asked, id: string, upload: string): Reply =>
  changing(remittances, asked, id, async (tx, row) => {
    if (row.state !== 'Announced' && row.state !== 'Received' && row.state !== 'Held') throw new Failure('StateChanged')
    await takeSlip(tx, row.customer, id, upload)
  })

export const cancel = (remittances: Remittances, asked: Asked, id: string): Reply =>
  changing(remittances, asked, id, (tx, row, by) => {
    if (row.state !== 'Announced') throw new Failure('StateChanged')
    return store.moveTo(tx, id, { to: 'Cancelled', reason: 'customer' }, by)
  })

/** Before it is booked. Nothing leaves while the account is frozen or something is owed, this neither. */
export const askBack = (remittances: Remittances, asked: Asked, id: string): Reply =>
  changing(remittances, asked, id, async (tx, row, by) => {
    if (row.state !== 'Received') throw new Failure('StateChanged')
    const sender = await lockSender(tx, row.customer)
    if (sender.frozenAt) throw frozenFailure(sender)
    if ((await owedBy(tx, row.customer)) > 0n) throw new Failure('DebtOpen')
    await sendBack(tx, remittances, row, { reason: 'customer', operators: [], ...by }).catch((error) => {
      throw error instanceof ProblemForPeople ? new Failure('StateChanged', {}, error.message) : error
    })
  })

/** What can be remitted, and what an amount would come to now. */
export const readRules = async (
  remittances: Remittances,
  { id }: Pick<Person, 'id'>,
  { amount }: QueryOf<typeof calls.readRemitting>,
): Promise<ReplyOf<typeof calls.readRemitting>> => {
  const numbers = await remittances.numbers.now()
  const { leastUsd, mostUsd, bookingFee, bySelfUsd, mostOpen } = numbers.remittances
  const latest = await remittances.board.latest()
  const estimate = () => {
    if (amount === undefined || !latest || !countsAt(latest.market) || centsOf(amount) > centsOf(mostUsd)) return null
    const { shown } = figuresOf(centsOf(amount), { gold: latest.reading, market: latest.market, numbers })
    return { amount: shown.pay.amount, fee: shown.fee.amount, price: shown.price, grams: shown.receive.amount }
  }
  return {
    data: {
      ...{ least: leastUsd, most: mostUsd, feeBasisPoints: Number(bookingFee), bySelf: bySelfUsd, mostOpen },
      workingDays: policy.remittanceDates.workingDays,
      estimate: estimate(),
      open: await store.readAnnounced(remittances.db, id),
    },
  }
}
