import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { photoLimit, withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import { writeAudit } from '@ingot/ledger/audit'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { formatOf, rewritePicture } from '../../pictures.ts'
import { policy } from '../../policy.ts'
import { findPhoto, insertPhoto, readPhotos } from './desk-store.ts'
import { findWithdrawal, lockWithdrawal } from './store.ts'
import type { Withdrawals } from './withdrawals.ts'

/** Pictures are of what was packed. Before that there is nothing to show, and what was called off never left. */
const without: readonly string[] = ['Requested', 'Approved', 'Refused', 'Cancelled']

const fileOf = (name: string) => `withdrawals/${name}`

/** Of a parcel, written anew: nothing of the file but its pixels is kept, so neither where nor by what it was taken. */
export const addPhoto = async (
  withdrawals: Withdrawals,
  person: Person,
  { id, sent }: { id: string; sent: Blob },
  from: Origin,
): Promise<{ id: string }> => {
  const { db, files, now, wallet } = withdrawals
  await wallet.identity.limits.take('sent-document', person.id, from.address)
  const found = await findWithdrawal(db, id)
  if (!found) throw new Failure('NotFound')
  if (without.includes(found.state)) throw new Failure('StateChanged')
  if (sent.size > photoLimit) throw new Failure('PictureRefused')
  const bytes = new Uint8Array(await sent.arrayBuffer())
  const format = formatOf(bytes)
  const picture = format && (await rewritePicture(bytes, format))
  if (!picture) throw new Failure('PictureRefused')
  const photo = randomUUID()
  // Stored first: a row never names a file that is not there.
  await files.put(fileOf(photo), picture, 'image/webp')
  const isKept = await inTransaction(db, async (tx) => {
    const locked = await lockWithdrawal(tx, id)
    if (!locked || (await readPhotos(tx, id)).length >= policy.withdrawalDates.photosMost) return false
    const at = now()
    await insertPhoto(tx, { id: photo, withdrawal: id, file: fileOf(photo), takenBy: person.id, at })
    const about = { customer: locked.customer, thing: withdrawalThing(id) }
    await writeAudit(tx, { operator: person.id, action: 'add-withdrawal-photo', ...about, at })
    return true
  })
  if (isKept) return { id: photo }
  await files.remove(fileOf(photo))
  throw new Failure(
    'StateChanged',
    {},
    `There are ${policy.withdrawalDates.photosMost} pictures of it already, which is the most.`,
  )
}

export const readPhoto = async ({ db, files }: Withdrawals, id: string, photo: string): Promise<Uint8Array> => {
  const file = await findPhoto(db, id, photo)
  const kept = file && (await files.get(file))
  if (!kept) throw new Failure('NotFound')
  return Buffer.from(kept.bytes)
}
