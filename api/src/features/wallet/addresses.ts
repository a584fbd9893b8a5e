import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { inTransaction } from '@ingot/db/transaction'
import type { SavedAddress } from '@ingot/endpoints/wallet-fields'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { takeLink } from './links.ts'
import { findOutside } from './receivers.ts'
import { usableFromOf } from './rules.ts'
import { openHolder } from './senders.ts'
import { walletMail } from './sent-jobs.ts'
import * as store from './store.ts'
import { cancelAll } from './transfers.ts'
import type { Wallet } from './wallet.ts'

const shown = (row: store.AddressRow, now: Date): SavedAddress => ({
  id: row.id,
  address: row.address,
  label: row.label,
  state: row.usable_from > now ? 'waiting' : 'ready',
  usableFrom: row.usable_from.toISOString(),
  addedAt: row.added_at.toISOString(),
})

export const listAddresses = async ({ identity: { db, now } }: Wallet, { id }: Person): Promise<SavedAddress[]> =>
  (await store.listAddresses(db, id)).map((row) => shown(row, now()))

/** Puts a new address into the book, where its waiting time begins. */
export const openBook = async (
  tx: Tx,
  { identity: { now } }: Wallet,
  customer: string,
  { address, label }: { address: string; label: string },
) => {
  if ((await store.countAddresses(tx, customer)) >= policy.wallet.addressesMost) throw new Failure('AddressBookFull')
  const at = now()
  return store.insertAddress(tx, customer, { address, label, at, usableFrom: usableFromOf(at) })
}

type Asked = { from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

export const addAddress = (
  wallet: Wallet,
  person: Pick<Person, 'id'>,
  { address: text, label }: { address: string; label: string },
  { from, operation, useGrants }: Asked,
) => {
  const { identity } = wallet
  return runOperation(identity.db, operation, async (tx) => {
    await useGrants(tx)
    await openHolder(tx, wallet.identity, person.id)
    const { address, saved } = await findOutside(wallet, tx, { sender: person.id, text })
    if (saved) {
      await store.relabelAddress(tx, saved.id, label)
      return { data: shown({ ...saved, label }, identity.now()) }
    }
    const row = await openBook(tx, wallet, person.id, { address, label })
    await record(tx, identity, { customer: person.id, kind: 'address-added', from })
    await identity.outbox.send(tx, walletMail, {
      customer: person.id,
      kind: 'address-added',
      subject: row.id,
      at: identity.now().toISOString(),
      ...from,
    })
    return { data: shown(row, identity.now()) }
  })
}

/** Takes an address off the book, then calls off what waits for it. Should we end in between, the sweep does the rest. */
const remove = async (wallet: Wallet, customer: string, id: string, from: Origin): Promise<boolean> => {
  const { identity } = wallet
  const address = await inTransaction(identity.db, async (tx) => {
    await store.lockSender(tx, customer)
    const removed = await store.deleteAddress(tx, customer, id)
    if (removed !== undefined) await record(tx, identity, { customer, kind: 'address-removed', from })
    return removed
  })
  if (address === undefined) return false
  await cancelAll(wallet, customer, { from, reason: 'address-removed' }, address)
  return true
}

export const removeAddress = async (wallet: Wallet, person: Person, id: string, from: Origin) => {
  if (!(await remove(wallet, person.id, id, from))) throw new Failure('NotFound')
}

/** Whoever has removed it on the page already has what the link is for. */
export const cancelAddressByMail = async (wallet: Wallet, token: string, from: Origin) => {
  const { identity } = wallet
  await identity.limits.take('link', tokenHash(token).toString('hex'), from.address)
  const { customer, subject } = await inTransaction(identity.db, (tx) =>
    takeLink(tx, identity, 'cancel-address', token),
  )
  await remove(wallet, customer, subject, from)
}
