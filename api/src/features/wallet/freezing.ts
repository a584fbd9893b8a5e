import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { acceptBoth } from '../identity/two-factor.ts'
import { takeLink } from './links.ts'
import { walletMail } from './sent-jobs.ts'
import * as store from './store.ts'
import { cancelAll } from './transfers.ts'
import type { Wallet } from './wallet.ts'

type Changed = { customer: string; kind: 'outgoing-frozen' | 'outgoing-unfrozen'; from: Origin }

const tell = async (tx: Tx, { identity }: Wallet, { customer, kind, from }: Changed) => {
  await record(tx, identity, { customer, kind, from })
  await identity.outbox.send(tx, walletMail, { customer, kind, at: identity.now().toISOString(), ...from })
}

const freezeIn = async (tx: Tx, wallet: Wallet, customer: string, from: Origin) => {
  const now = wallet.identity.now()
  const { frozenAt } = await store.lockSender(tx, customer)
  await store.deleteWaitingAddresses(tx, customer, now)
  if (frozenAt) return
  await store.setFrozen(tx, customer, now)
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
  const { frozenAt } = await store.lockSender(tx, customer)
  if (!frozenAt) return
  await store.setFrozen(tx, customer, null)
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

/** By an operator, who has talked to the customer. Says whom it was. */
export const unfreezeCustomer = (wallet: Wallet, username: string): Promise<string> =>
  inTransaction(wallet.identity.db, async (tx) => {
    const customer = await store.findCustomer(tx, username)
    if (!customer) throw new Failure('NotFound')
    await unfreezeIn(tx, wallet, customer, fromTheHouse)
    return customer
  })
