import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { Origin } from '../../bind.ts'
import { reverseDocuments } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import { record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { takeLink } from '../wallet/links.ts'
import { lockSender } from '../wallet/store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import type { Nominees } from './nominees.ts'
import { nomineeSetMoves } from './rules.ts'
import { nomineeMail } from './sent-jobs.ts'
import { shownSet } from './sets.ts'
import * as store from './store.ts'

/** What it takes to take one back. */
export type Withdrawing = Pick<Nominees, 'db' | 'now' | 'outbox'>

type How = { by: string; why: string; at: Date }

/** Takes back one that was confirmed: it will not hold, and its confirmation says so. */
export const takeBack = async (
  tx: Tx,
  { id, customer }: Pick<store.NomineeSetRow, 'id' | 'customer'>,
  { by, why, at }: How,
): Promise<void> => {
  await advance(tx, nomineeSetMoves, id, { to: 'Withdrawn', by, why, at, set: { ended_at: at } })
  await reverseDocuments({ now: () => at }, tx, { customer, subject: id }, { by, why })
}

type Asked = { id: string; customer: string; from: Origin }

/** Only what does not hold yet: what does is changed by another one. */
const withdrawIn = async (tx: Tx, { now, outbox }: Withdrawing, { id, customer, from }: Asked): Promise<void> => {
  await lockSender(tx, customer)
  const [set, at] = [await store.findSet(tx, customer, id), now()]
  if (!set) throw new Failure('NotFound')
  if (set.state !== 'Confirmed' || !set.in_force_from || set.in_force_from <= at) throw new Failure('StateChanged')
  await takeBack(tx, set, { by: ownerOf(customer), why: 'its customer took it back', at })
  await record(tx, { now }, { customer, kind: 'nominees-withdrawn', from })
  await outbox.send(tx, nomineeMail, { customer, kind: 'withdrawn', set: id, at: at.toISOString(), ...from })
}

export const withdrawSet = (nominees: Nominees, asked: Asked & { operation: Operation }) =>
  runOperation(nominees.db, asked.operation, async (tx) => {
    await withdrawIn(tx, nominees, asked)
    const set = await store.findSet(tx, asked.customer, asked.id)
    if (!set) throw new Failure('NotFound')
    return { data: shownSet(nominees, set) }
  })

/** The link is used up only if it takes something back. */
export const withdrawByMail = async (nominees: Nominees, token: string, from: Origin): Promise<void> => {
  const { identity } = nominees.wallet
  await identity.limits.take('link', tokenHash(token).toString('hex'), from.address)
  await inTransaction(nominees.db, async (tx) => {
    const { customer, subject } = await takeLink(tx, identity, 'cancel-nominees', token)
    await withdrawIn(tx, nominees, { id: subject, customer, from })
  })
}

/** An account was frozen: what was confirmed and did not hold yet may be the work of whoever it is frozen against. */
export const callOffWaiting = ({ db, outbox, now }: Withdrawing, customer: string, frozenAt: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockSender(tx, customer)
    const at = now()
    for (const set of await store.waitingWhenFrozen(tx, customer, frozenAt)) {
      await takeBack(tx, set, { by: 'clock', why: 'the account was frozen', at })
      const told = { customer, kind: 'withdrawn', set: set.id, at: at.toISOString(), address: '', agent: '' } as const
      await outbox.send(tx, nomineeMail, told)
    }
  })
