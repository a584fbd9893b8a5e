import { inTransaction } from '@ingot/db/transaction'
import { hasOneOf } from '@ingot/endpoints/roles'
import { withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import type { PostalAddress } from '@ingot/endpoints/withdrawal-fields'
import { writeAudit } from '@ingot/ledger/audit'
import type { ParcelLabel } from '@ingot/paper/label'
import type { Person } from '../../bind.ts'
import { siteOf } from '../../config.ts'
import { Failure } from '../../failure.ts'
import { createOneByOne } from '../../one-by-one.ts'
import { createThread } from '../../thread.ts'
import { vaultRoles } from './desk.ts'
import { courierTokenOf } from './release.ts'
import { openAddress } from './sealed.ts'
import { findWithdrawal, type StoredWithdrawal } from './store.ts'
import type { Withdrawals } from './withdrawals.ts'

export type Told = { bytes: Uint8Array } | { problem: string }

/** Fonts take memory; a label takes a moment. */
const limits = { mostMemory: 512, longestSeconds: 20, idleSeconds: 60 }
const mostWaiting = 20

const ask = createThread<ParcelLabel, Told>(new URL('./label-thread.ts', import.meta.url), 'draws labels', limits)
const inTurn = createOneByOne(mostWaiting)

const draw = (label: ParcelLabel): Promise<Uint8Array> =>
  inTurn(async () => {
    const told = await ask(label)
    if ('problem' in told) throw new Error(told.problem)
    return told.bytes
  })

const countries = new Intl.DisplayNames('en', { type: 'region' })

/** As it stands on an envelope. */
const linesOf = ({ name, street, postalCode, city, country }: PostalAddress): string[] => [
  name,
  street,
  [postalCode, city].filter(Boolean).join(' '),
  countries.of(country) ?? country,
]

/** Once it is packed, and until it has arrived or come back. */
const labelled: readonly StoredWithdrawal['state'][] = ['Packed', 'Sent', 'Late']

/** Of a parcel. Who opens it reads an address, which is written down before a byte of it leaves. */
export const labelOf = async (
  withdrawals: Withdrawals,
  person: Pick<Person, 'id' | 'roles'>,
  id: string,
): Promise<Uint8Array> => {
  const { db, now, kyc, config } = withdrawals
  const withdrawal = await findWithdrawal(db, id)
  if (!withdrawal) throw new Failure('NotFound')
  // Whoever only looks after others' work reads no address.
  if (!hasOneOf(person.roles, vaultRoles)) throw new Failure('Forbidden')
  const address = openAddress(kyc.personalData, withdrawal)
  if (!address || !labelled.includes(withdrawal.state)) throw new Failure('StateChanged')
  const token = courierTokenOf(kyc, withdrawal)
  const bytes = await draw({
    sender: config.PARCEL_SENDER,
    to: linesOf(address),
    parcel: `Parcel ${withdrawal.parcel} of ${withdrawal.parcels}, no. ${withdrawal.number}`,
    tracking: withdrawal.tracking,
    link: token && `${siteOf(config)}/parcel/${token}`,
    madeAt: now(),
  })
  const about = { customer: withdrawal.customer, thing: withdrawalThing(id) }
  await inTransaction(db, (tx) => writeAudit(tx, { operator: person.id, action: 'open-label', ...about, at: now() }))
  return Buffer.from(bytes)
}
