import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { Deceased } from '@ingot/endpoints/estate-fields'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { personDigests } from '../kyc/same-person.ts'
import type { Estates } from './estates.ts'
import { countRefused, insertReport } from './report-store.ts'
import { estateMoves } from './rules.ts'
import { estateMail } from './sent-jobs.ts'
import { findEstate, lockEstate, type Told } from './store.ts'

const hour = 3600_000
/** Somewhere it is the next day already. */
const furthestZoneHours = 14

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Nobody dies before he is born, or tomorrow. */
const refuseImpossible = ({ dateOfBirth, dateOfDeath }: Deceased, now: Date): void => {
  const latest = dayOf(new Date(now.getTime() + furthestZoneHours * hour))
  const problem =
    dateOfDeath > latest
      ? 'Please enter a day that is not in the future.'
      : dateOfDeath < dateOfBirth
        ? 'The day of death is before the day of birth.'
        : undefined
  if (problem)
    throw new Failure('InvalidInput', { errors: [{ path: ['deceased', 'dateOfDeath'], message: problem }] }, problem)
}

type By = { source: 'public' | 'operator'; operator: string | null; at: Date }

/**
 * Writes a report down, and has a mail sent to who reports. Nobody is looked up, whoever it is about: that nothing can be learned
 * from the answer or the time it takes is so because nothing is known here.
 */
export const reportIn = async (
  tx: Tx,
  { kyc: { personalData }, outbox }: Pick<Estates, 'kyc' | 'outbox'>,
  told: Told,
  { source, operator, at }: By,
): Promise<string> => {
  refuseImpossible(told.deceased, at)
  const id = randomUUID()
  const sealed = personalData.seal(id, 'estate', told)
  const digest = personDigests(personalData, told.deceased)[0]
  await insertReport(tx, { id, source, reportedBy: operator, sealed, digest, at })
  await outbox.send(tx, estateMail, { kind: 'reported', estate: id, at: at.toISOString() })
  return id
}

/** By anybody. */
export const reportDeath = async (estates: Estates, told: Told, from: Origin): Promise<void> => {
  const { limits, keys } = estates.wallet.identity
  refuseImpossible(told.deceased, estates.now())
  await limits.take('death-report', keys.digest('tries report', told.reporter.email).toString('hex'), from.address)
  await inTransaction(estates.db, (tx) =>
    reportIn(tx, estates, told, { source: 'public', operator: null, at: estates.now() }),
  )
}

/** Later, so that who reports waits no longer for it: a person about whom enough was refused is reported by operators only. */
export const refuseWorn = async (estates: Pick<Estates, 'db' | 'now' | 'kyc'>, id: string): Promise<void> => {
  const { db, now, kyc } = estates
  const found = await findEstate(db, id)
  if (found?.state !== 'Reported' || found.source !== 'public') return
  const { deceased } = kyc.personalData.open<Told>(id, 'estate', found.sealed)
  const digests = personDigests(kyc.personalData, deceased)
  await inTransaction(db, async (tx) => {
    if ((await lockEstate(tx, id))?.state !== 'Reported') return
    if ((await countRefused(tx, digests)) < policy.estates.refusedReports) return
    const at = now()
    const reason = 'Several reports about this person were refused before.'
    await advance(tx, estateMoves, id, { to: 'Refused', by: 'clock', why: reason, at, set: { ended_at: at, reason } })
  })
}
