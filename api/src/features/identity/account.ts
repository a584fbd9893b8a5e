import { randomBytes } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type * as endpoints from '@ingot/endpoints/account'
import type { Activity, Info, Preferences } from '@ingot/endpoints/account'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { type List, largestNumber } from '../../lists.ts'
import { readPicture } from '../../pictures.ts'
import { type EventRow, listEvents } from './audit-store.ts'
import { type Identity, outgoingHeldUntil, record } from './identity.ts'
import { deviceOf } from './rules.ts'
import * as store from './store.ts'

export const userOf = (customer: store.Customer) => ({
  id: customer.id,
  username: customer.username,
  refCode: customer.ref_code,
  userHash: customer.user_hash,
  kycVerified: customer.kyc_status,
  customer_rank: customer.customer_rank && { role: customer.customer_rank },
})

export const pictureLink = (name: string) => `/api/pictures/${name}`

export const readInfo = async ({ db, now }: Identity, { id }: Person): Promise<Info> => {
  const customer = await store.readCustomer(db, id)
  const { codesLeft, introducer } = await store.readCodesLeftAndIntroducer(db, customer)
  return {
    ...userOf(customer),
    email: customer.email,
    role: customer.role,
    roles: customer.roles,
    profileLink: customer.picture && pictureLink(customer.picture),
    introducer,
    pinSet: customer.pin_hash !== null,
    twoFactorOn: customer.totp_secret !== null,
    backupCodesLeft: codesLeft,
    outgoingHeldUntil: outgoingHeldUntil(customer.credentials_changed_at, now())?.toISOString() ?? null,
    preferences: {
      mails: customer.mails_wanted,
      showsName: customer.shows_name,
    },
    since: customer.created_at.toISOString(),
  }
}

/** What others see of a customer is kept in step with what he chose. */
export const savePreferences = (
  identity: Identity,
  keepName: (tx: Tx, customer: string) => Promise<void>,
  { id }: Person,
  wanted: BodyOf<typeof endpoints.savePreferences>,
  from: Origin,
): Promise<Preferences> =>
  inTransaction(identity.db, async (tx) => {
    const saved = await store.savePreferences(tx, id, wanted)
    if (wanted.showsName !== undefined) await keepName(tx, id)
    await record(tx, identity, { customer: id, kind: 'preferences-changed', from })
    return saved
  })

export const pictureFile = (name: string) => `pictures/${name}`

export const updatePicture = async (identity: Identity, { id }: Person, sent: Blob, from: Origin) => {
  const { db, files, limits } = identity
  await limits.take('upload', id, from.address)
  const picture = await readPicture(new Uint8Array(await sent.arrayBuffer()))
  const name = randomBytes(16).toString('hex')
  // Stored first: a row never names a file that is not there.
  await files.put(pictureFile(name), picture, 'image/webp')
  const old = await inTransaction(db, async (tx) => {
    const { picture: before } = await store.lockCustomer(tx, id)
    await store.savePicture(tx, id, name)
    await record(tx, identity, { customer: id, kind: 'picture-changed', from })
    return before
  })
  if (old) await files.remove(pictureFile(old))
  return { profileLink: pictureLink(name) }
}

export const findPicture = async ({ files }: Identity, name: string): Promise<Uint8Array> => {
  const file = await files.get(pictureFile(name))
  if (!file) throw new Failure('NotFound')
  return Buffer.from(file.bytes)
}

export const activityList = ({ db }: Identity, { id }: Person): List<object, EventRow, Activity> => ({
  read: (_, { before = largestNumber, limit }) => listEvents(db, id, { before, limit }),
  number: (row) => row.id,
  show: (rows) => rows.map(({ agent, at, ...row }) => ({ ...row, at: at.toISOString(), device: deviceOf(agent) })),
})
