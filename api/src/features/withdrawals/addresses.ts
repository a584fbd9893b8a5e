import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { inTransaction } from '@ingot/db/transaction'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import type { DeliveryAddress, PostalAddress } from '@ingot/endpoints/withdrawal-fields'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { record } from '../identity/identity.ts'
import { findCustomer } from '../identity/store.ts'
import type { PersonalData } from '../kyc/personal-data.ts'
import { findPersonal, recordRead } from '../kyc/store.ts'
import { openHolder } from '../wallet/senders.ts'
import * as store from './address-store.ts'
import { withdrawalMail } from './sent-jobs.ts'
import type { Withdrawals } from './withdrawals.ts'

type Opening = { personalData: PersonalData }
type Reading = Pick<Withdrawals, 'kyc' | 'now'>

const hourMs = 3600_000
const { newAddressHours, addressesMost } = policy.withdrawalDates

/** What is sealed of an address. Whose it is stands in it, so that it cannot be laid under somebody else. */
type SealedAddress = PostalAddress & { customer: string }

export const openOwn = (
  { personalData }: Opening,
  row: Pick<store.AddressRow, 'id' | 'customer' | 'sealed'>,
): PostalAddress => {
  const { customer, ...address } = personalData.open<SealedAddress>(row.id, 'delivery-address', row.sealed)
  if (customer !== row.customer) throw new Error(`delivery address ${row.id} was sealed for somebody else`)
  return address
}

/** By which a place is found again, whoever lives there and however it is written. */
export const digestOf = ({ personalData }: Opening, { street, city, postalCode, country }: PostalAddress): Buffer => {
  const folded = [country, postalCode, city, street].map((part) =>
    part
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  )
  return personalData.digests('delivery address', folded.join('\n'))[0]
}

/** Where a customer lives as it was verified; undefined where nothing is. That it was read is recorded. */
const verifiedAddress = async (
  db: Db | Tx,
  { kyc, now }: Reading,
  customer: string,
): Promise<PostalAddress | undefined> => {
  const status = (await findCustomer(db, customer))?.kyc_status
  const personal = status === 'Verified' || status === 'Approved' ? await findPersonal(db, customer) : undefined
  if (!personal) return
  await recordRead(db, { reader: `customer:${customer}`, customer, what: 'personal', why: 'where parcels go' }, now())
  const info = kyc.personalData.open<PersonalInfo>(customer, 'personal', personal.sealed)
  return {
    name: [info.firstName, info.middleName, info.lastName].filter(Boolean).join(' '),
    street: info.address,
    city: info.city,
    postalCode: info.postalCode ?? '',
    country: info.country,
  }
}

/** All to which parcels may go, the verified one first. */
export const listOwn = async (withdrawals: Reading & { db: Db }, customer: string): Promise<DeliveryAddress[]> => {
  const { db, kyc } = withdrawals
  const verified = await verifiedAddress(db, withdrawals, customer)
  return [
    ...(verified ? [{ id: 'verified' as const, ...verified, usableFrom: null }] : []),
    ...(await store.listAddresses(db, customer)).map((row) => ({
      id: row.id,
      ...openOwn(kyc, row),
      usableFrom: row.usable_from.toISOString(),
    })),
  ]
}

/** One of a customer's own, whether or not it can be used yet. */
export const findOwn = async (
  db: Db | Tx,
  withdrawals: Reading,
  customer: string,
  id: string,
): Promise<DeliveryAddress | undefined> => {
  if (id === 'verified') {
    const verified = await verifiedAddress(db, withdrawals, customer)
    return verified && { id, ...verified, usableFrom: null }
  }
  const row = await store.findAddress(db, customer, id)
  return row && { id: row.id, ...openOwn(withdrawals.kyc, row), usableFrom: row.usable_from.toISOString() }
}

/** One to which a parcel may go now. Somebody else's is not there. */
export const usableAddress = async (
  tx: Tx,
  withdrawals: Reading,
  customer: string,
  id: string,
): Promise<DeliveryAddress> => {
  const address = await findOwn(tx, withdrawals, customer, id)
  if (!address)
    throw id === 'verified'
      ? new Failure('AddressUnready', {}, 'We do not have your verified address. Please add one.')
      : new Failure('NotFound')
  const { usableFrom } = address
  if (usableFrom && new Date(usableFrom) > withdrawals.now()) throw new Failure('AddressUnready', { usableFrom })
  return address
}

type Asked = { customer: string; from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

/** Under the lock of the customer's sending: many at once are not more than the limit. */
export const addAddress = async (withdrawals: Withdrawals, given: PostalAddress, asked: Asked) => {
  const { db, kyc, wallet, now, outbox } = withdrawals
  const { customer, from } = asked
  await wallet.identity.limits.take('delivery-address', customer, from.address)
  return runOperation(db, asked.operation, async (tx) => {
    await asked.useGrants(tx)
    await openHolder(tx, wallet.identity, customer)
    if ((await store.listAddresses(tx, customer)).length >= addressesMost) throw new Failure('AddressesFull')
    const [id, addedAt] = [randomUUID(), now()]
    const usableFrom = new Date(addedAt.getTime() + newAddressHours * hourMs)
    const sealed = kyc.personalData.seal(id, 'delivery-address', { customer, ...given })
    await store.insertAddress(tx, { id, customer, sealed, digest: digestOf(kyc, given), addedAt, usableFrom })
    await record(tx, { now }, { customer, kind: 'delivery-address-added', from })
    await outbox.send(tx, withdrawalMail, {
      customer,
      kind: 'address-added',
      withdrawal: id,
      at: addedAt.toISOString(),
      ...from,
    })
    return { data: { id, ...given, usableFrom: usableFrom.toISOString() } }
  })
}

export const removeAddress = (
  { db, now }: Withdrawals,
  asked: { customer: string; id: string; from: Origin },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await store.removeAddress(tx, asked.customer, asked.id, now()))) throw new Failure('NotFound')
    await record(tx, { now }, { customer: asked.customer, kind: 'delivery-address-removed', from: asked.from })
  })
