import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import * as z from 'zod/mini'
import { decision, isId } from '../../approvals/decision.ts'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { timeText } from '../../mail/mails.ts'
import { record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { acceptBoth } from '../identity/two-factor.ts'
import { takeLink } from './links.ts'
import { frozenFailure } from './senders.ts'
import { afterFreeze, callOffNominees, callOffPayouts, callOffWithdrawals, walletMail } from './sent-jobs.ts'
import * as store from './store.ts'
import { cancelAll } from './transfers.ts'
import type { Wallet } from './wallet.ts'

type Changed = {
  customer: string
  kind: 'outgoing-frozen' | 'outgoing-frozen-by-us' | 'outgoing-unfrozen' | 'outgoing-unfrozen-by-us'
  from: Origin
}

const tell = async (tx: Tx, { identity }: Wallet, { customer, kind, from }: Changed) => {
  await record(tx, identity, { customer, kind, from })
  await identity.outbox.send(tx, walletMail, { customer, kind, at: identity.now().toISOString(), ...from })
}

/** Where money could soon go to, and could not yet: it may be whoever the account is frozen against that added it. */
const removeWaiting = async (tx: Tx, { identity: { now, outbox } }: Wallet, customer: string) => {
  await store.deleteWaitingAddresses(tx, customer, now())
  const frozen = { customer, at: now().toISOString() }
  for (const each of [afterFreeze, callOffPayouts, callOffWithdrawals, callOffNominees])
    await outbox.send(tx, each, frozen)
}

const freezeIn = async (tx: Tx, wallet: Wallet, customer: string, from: Origin) => {
  const now = wallet.identity.now()
  const { frozenAt, frozenByUs, ownFrozenAt } = await store.lockSender(tx, customer)
  await removeWaiting(tx, wallet, customer)
  // Frozen by us, it stays the customer's freeze when ours is over.
  if (frozenAt && (!frozenByUs || ownFrozenAt)) return
  if (frozenAt) await store.noteOwnFreeze(tx, customer, now)
  else await store.setFrozen(tx, customer, { at: now })
  await tell(tx, wallet, { customer, kind: 'outgoing-frozen', from })
}

/** From the commit on nothing leaves; what waits is called off after it, by us or else by the sweep. */
export const freeze = async (wallet: Wallet, { id }: Person, from: Origin) => {
  await inTransaction(wallet.identity.db, (tx) => freezeIn(tx, wallet, id, from))
  await cancelAll(wallet, id, { from, reason: 'frozen' })
}

export const freezeByMail = async (wallet: Wallet, token: string, from: Origin) => {
  const { identity } = wallet
  await identity.limits.take('link', tokenHash(token).toString('hex'), from.address)
  const customer = await inTransaction(identity.db, async (tx) => {
    const link = await takeLink(tx, identity, 'freeze', token)
    await freezeIn(tx, wallet, link.customer, from)
    return link.customer
  })
  await cancelAll(wallet, customer, { from, reason: 'frozen' })
}

const unfreezeIn = async (tx: Tx, wallet: Wallet, customer: string, from: Origin) => {
  const { frozenAt, frozenByUs } = await store.lockSender(tx, customer)
  if (!frozenAt) return
  if (frozenByUs) throw frozenFailure({ frozenAt, frozenByUs })
  await store.setFrozen(tx, customer, { at: null })
  await tell(tx, wallet, { customer, kind: 'outgoing-unfrozen', from })
}

export const unfreeze = (
  wallet: Wallet,
  person: Person,
  proof: { password: string; inputCode: string },
  from: Origin,
) => acceptBoth(wallet.identity, person, proof, from, (tx) => unfreezeIn(tx, wallet, person.id, from))

/** Where an operator sits is not for the customer's record. */
const fromTheHouse: Origin = { address: '', agent: '' }

/** By an operator: the customer alone cannot lift it. What is written alongside is there if the freeze is. */
export const freezeCustomer = async (wallet: Wallet, customer: string, alongside: (tx: Tx) => Promise<void>) => {
  const now = wallet.identity.now()
  await inTransaction(wallet.identity.db, async (tx) => {
    const { frozenAt, frozenByUs } = await store.lockSender(tx, customer)
    if (frozenByUs) throw new Failure('StateChanged')
    await removeWaiting(tx, wallet, customer)
    await store.setFrozen(tx, customer, { at: frozenAt ?? now, byUs: true })
    await tell(tx, wallet, { customer, kind: 'outgoing-frozen-by-us', from: fromTheHouse })
    await alongside(tx)
  })
  await cancelAll(wallet, customer, { from: fromTheHouse, reason: 'frozen' })
}

/** Because the customer is said to have died. Says whether it was not frozen by us before: then that ends with the report. */
export const freezeForEstate = async (tx: Tx, wallet: Wallet, customer: string): Promise<boolean> => {
  const { frozenAt, frozenByUs } = await store.lockSender(tx, customer)
  await removeWaiting(tx, wallet, customer)
  if (frozenByUs) return false
  await store.setFrozen(tx, customer, { at: frozenAt ?? wallet.identity.now(), byUs: true })
  await record(tx, wallet.identity, { customer, kind: 'outgoing-frozen-by-us', from: fromTheHouse })
  return true
}

/** Ends it. A freeze that was there before it is the customer's own and stays his, as does one that he asked for meanwhile. */
export const unfreezeAfterEstate = async (tx: Tx, wallet: Wallet, customer: string, since: Date): Promise<void> => {
  const { frozenAt, ownFrozenAt } = await store.lockSender(tx, customer)
  if (!frozenAt) return
  const own = frozenAt < since ? frozenAt : ownFrozenAt
  await store.setFrozen(tx, customer, { at: own })
  if (!own) await record(tx, wallet.identity, { customer, kind: 'outgoing-unfrozen-by-us', from: fromTheHouse })
}

/** Calls off what waits to be sent, after a freeze was committed; the sweep does it otherwise. */
export const callOffWaiting = (wallet: Wallet, customer: string): Promise<void> =>
  cancelAll(wallet, customer, { from: fromTheHouse, reason: 'frozen' })

/** Why a freeze is not lifted by hand. */
const estateWords = {
  open: 'Somebody said that this customer has died. The freeze ends with that report.',
  renewal:
    'The customer has said that he lives, and has to renew password, PIN and 2FA first. Then the freeze ends without us.',
} as const

/** By two operators, one of whom has talked to the customer. */
export const liftFreeze = (wallet: Wallet) =>
  decision({
    action: 'lift-freeze',
    title: 'Unfreeze an account',
    asks: ['Owner', 'Compliance', 'Support'],
    approves: ['Owner', 'Compliance'],
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      if (!isId(thing) || !(await store.isCustomer(tx, thing))) return
      const { frozenAt, frozenByUs } = await store.lockSender(tx, thing)
      if (!frozenAt) throw new Failure('StateChanged', {}, 'This account is not frozen.')
      const estate = await store.estateHolding(tx, thing)
      if (estate) throw new Failure('StateChanged', {}, estateWords[estate])
      return {
        version: `${frozenAt.toISOString()} ${frozenByUs ? 'by us' : 'by the customer'}`,
        customer: thing,
        before: [
          { name: 'Account', value: `Frozen since ${timeText(frozenAt)}: nothing can leave it` },
          { name: 'Frozen by', value: frozenByUs ? 'Us' : 'The customer' },
        ],
        after: [{ name: 'Account', value: 'Not frozen: the customer can send again' }],
        told: 'An e-mail tells the customer that the account is no longer frozen.',
      }
    },
    do: async (tx, { thing }) => {
      await store.setFrozen(tx, thing, { at: null })
      await tell(tx, wallet, { customer: thing, kind: 'outgoing-unfrozen-by-us', from: fromTheHouse })
    },
  })
