import { inTransaction } from '@ingot/db/transaction'
import { hasOneOf, type Role } from '@ingot/endpoints/roles'
import { type DeskWithdrawal, type DeskWithdrawalDetails, withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { writeAudit } from '@ingot/ledger/audit'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import * as desk from './desk-store.ts'
import { openAddress } from './sealed.ts'
import { shownBar, shownWithdrawals } from './shown.ts'
import { findWithdrawal, type StoredWithdrawal } from './store.ts'
import type { Withdrawals } from './withdrawals.ts'

/** Who packs, hands over and decides, and who may read where a parcel goes. */
export const vaultRoles: readonly Role[] = ['Owner', 'Vault']

const shownAll = async (
  { db, now }: Pick<Withdrawals, 'db' | 'now'>,
  person: Pick<Person, 'id'>,
  withdrawals: readonly StoredWithdrawal[],
): Promise<DeskWithdrawal[]> => {
  const ids = withdrawals.flatMap(({ customer, approvedBy, packedBy }) => [customer, approvedBy ?? [], packedBy ?? []])
  const names = await desk.readNames(db, [...new Set(ids.flat())])
  const nameOf = (id: string | null) => id && (names.get(id) ?? 'somebody who has left')
  const shown = await shownWithdrawals(db, withdrawals, now())
  return withdrawals.flatMap(({ customer, approvedBy, packedBy }, place) => {
    const each = shown[place]
    return each
      ? {
          ...each,
          customer: { id: customer, username: names.get(customer) ?? '' },
          approvedBy: nameOf(approvedBy),
          packedBy: nameOf(packedBy),
          isApprovedByMe: approvedBy === person.id,
        }
      : []
  })
}

export const deskList = (
  withdrawals: Pick<Withdrawals, 'db' | 'now'>,
  person: Pick<Person, 'id'>,
): List<{ state?: WithdrawalState | undefined }, StoredWithdrawal, DeskWithdrawal> => ({
  read: (filter, stretch) => desk.listAll(withdrawals.db, filter, stretch),
  number: ({ number }) => number,
  show: (rows) => shownAll(withdrawals, person, rows),
})

/** Whoever moved it on, as operators call them. */
const nameOfMover = (by: string, names: ReadonlyMap<string, string>): string => {
  const [kind = '', id = ''] = by.split(':')
  if (kind === 'customer') return 'the customer'
  if (kind === 'operator') return names.get(id) ?? 'an operator who has left'
  return kind === 'approval' ? 'two operators' : `the ${kind}`
}

const stepsOf = async ({ db }: Pick<Withdrawals, 'db'>, { id, customer, requestedAt }: StoredWithdrawal) => {
  const steps = await desk.readSteps(db, id)
  const movers = steps.flatMap(({ by }) => (by.startsWith('operator:') ? [by.slice('operator:'.length)] : []))
  const names = await desk.readNames(db, movers)
  const all = [{ state: 'Requested' as const, at: requestedAt, by: `customer:${customer}`, why: null }, ...steps]
  return all.map(({ state, at, by, why }) => ({ state, at: at.toISOString(), by: nameOfMover(by, names), why }))
}

/** Where it goes, for those who pack. Who read it is written down before it is told. */
const addressFor = async (
  { db, now, kyc }: Pick<Withdrawals, 'db' | 'now' | 'kyc'>,
  person: Pick<Person, 'id' | 'roles'>,
  withdrawal: StoredWithdrawal,
) => {
  if (withdrawal.address === null || !hasOneOf(person.roles, vaultRoles)) return null
  const about = { customer: withdrawal.customer, thing: withdrawalThing(withdrawal.id) }
  const line = { operator: person.id, action: 'read-withdrawal-address', ...about, at: now() }
  await inTransaction(db, (tx) => writeAudit(tx, line))
  return openAddress(kyc.personalData, withdrawal)
}

export const readForDesk = async (
  withdrawals: Withdrawals,
  person: Pick<Person, 'id' | 'roles'>,
  id: string,
): Promise<DeskWithdrawalDetails> => {
  const { db } = withdrawals
  const withdrawal = await findWithdrawal(db, id)
  if (!withdrawal) throw new Failure('NotFound')
  const [shown] = await shownAll(withdrawals, person, [withdrawal])
  if (!shown) throw new Failure('NotFound')
  const [scans, photos] = [await desk.readScans(db, id), await desk.readPhotos(db, id)]
  const names = await desk.readNames(
    db,
    photos.map(({ takenBy }) => takenBy),
  )
  return {
    ...shown,
    address: await addressFor(withdrawals, person, withdrawal),
    bars: withdrawal.bars.map((bar) => ({ ...shownBar(bar), id: bar.id })),
    history: await stepsOf(withdrawals, withdrawal),
    ...{ carrier: withdrawal.carrier, tracking: withdrawal.tracking, wrongCodes: withdrawal.wrongCodes },
    dispute: withdrawal.dispute,
    scans: scans.map(({ at, words, place }) => ({ at: at.toISOString(), words, place })),
    photos: photos.map((photo) => ({
      id: photo.id,
      at: photo.at.toISOString(),
      by: names.get(photo.takenBy) ?? 'somebody who has left',
    })),
  }
}
