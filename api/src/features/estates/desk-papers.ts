import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  type askForPapers as askCall,
  type EstateDetails,
  estateThing,
  type setBeneficiaries as setCall,
} from '@ingot/endpoints/estate-desk'
import { wholeShare } from '@ingot/endpoints/nominee-fields'
import { writeAudit } from '@ingot/ledger/audit'
import { Failure } from '../../failure.ts'
import { shareText } from '../nominees/checking.ts'
import { setInForce } from '../nominees/store.ts'
import { detailsOf } from './desk-details.ts'
import { nameOf } from './desk-missing.ts'
import { proven } from './desk-proof.ts'
import { readNamed, type Shared } from './desk-standing.ts'
import { lockWithSender, type Proving, refuseOwn, refuseUnless, stepOf } from './desk-steps.ts'
import { replaceBeneficiaries, saveDeath } from './desk-store.ts'
import type { Estates } from './estates.ts'
import { estateMoves } from './rules.ts'
import { isMinorOn } from './same-person.ts'
import { type EstateRow, findEstate } from './store.ts'
import { openTold, sealReceiving } from './told.ts'

const refuseDay = (message: string): never => {
  throw new Failure('InvalidInput', { errors: [{ path: ['diedOn'], message }] }, message)
}

/** Somewhere it is the next day already. */
const furthestZoneHours = 14

/** By the certificate: whoever died did so before it was reported, and was born by then. */
const checkDay = (estates: Estates, estate: EstateRow, diedOn: string): void => {
  const latest = new Date(estate.reported_at.getTime() + furthestZoneHours * 3600_000)
  if (diedOn > latest.toISOString().slice(0, 10))
    refuseDay('This day is after the one on which the death was reported.')
  if (diedOn < openTold(estates, estate).deceased.dateOfBirth) refuseDay('The day of death is before the day of birth.')
}

/** Until when that day lasts, by UTC: what was confirmed later does not count. */
const endOf = (day: string): Date => new Date(`${day}T23:59:59.999Z`)

const nameAll = (estates: Estates, tx: Tx, estate: string, all: readonly Shared[]): Promise<void> =>
  replaceBeneficiaries(
    tx,
    estate,
    all.map(({ receiving, share }) => {
      const id = randomUUID()
      return { id, share, sealed: sealReceiving(estates, id, receiving) }
    }),
  )

const notOver = (until: Date): Failure =>
  new Failure('StateChanged', {}, `The owner can say that he lives until ${until.toISOString().slice(0, 10)}.`)

/**
 * Once the owner had his time: the day of death, and with it the nominees who held at its end. While papers are looked at, the day can be
 * corrected, which names the nominees anew.
 */
export const askForPapers = (
  estates: Estates,
  asked: Proving,
  { diedOn, reason, ...proof }: BodyOf<typeof askCall>,
): ReturnType<typeof stepOf> =>
  stepOf(estates, asked, { action: 'ask-for-papers', reason, ...proof }, async (tx, estate, { by, at }) => {
    refuseUnless(estate, 'Waiting', 'Documents')
    const { id, customer, state, waiting_until } = estate
    if (customer === null || waiting_until === null) throw new Failure('StateChanged')
    if (waiting_until > at) throw notOver(waiting_until)
    checkDay(estates, estate, diedOn)
    const set = await setInForce(tx, customer, endOf(diedOn))
    const nomineeSet = set?.id ?? null
    if (state === 'Waiting')
      await advance(tx, estateMoves, id, {
        ...{ from: 'Waiting', to: 'Documents', by, at, why: reason },
        set: { documents_at: at, died_on: diedOn, nominee_set: nomineeSet },
      })
    else await saveDeath(tx, id, { diedOn, nomineeSet })
    await nameAll(estates, tx, id, await readNamed(estates, tx, { nominee_set: nomineeSet }))
    return { 'Day of death': diedOn, Nominees: set?.version ? `Version ${set.version}` : 'None' }
  })

type Given = BodyOf<typeof setCall>

const checkShares = (all: Given['beneficiaries'], now: Date): void => {
  const sum = all.reduce((whole, { share }) => whole + share, 0)
  if (sum !== wholeShare)
    throw new Failure(
      'SharesIncomplete',
      {},
      `The shares come to ${shareText(sum)}, not to 100 %. Nothing was changed.`,
    )
  for (const each of all) {
    if (!isMinorOn(each.dateOfBirth, now)) continue
    if (each.guardian === null || isMinorOn(each.guardian.dateOfBirth, now))
      throw new Failure('GuardianNeeded', {}, `${nameOf(each)} is under 18 and needs a guardian who is of age.`)
  }
}

/** As a court says: in the place of the nominees, or where there are none. */
export const setBeneficiaries = (
  estates: Estates,
  { id, ...asked }: Proving,
  { beneficiaries, reason, ...proof }: Given,
): Promise<{ data: EstateDetails }> =>
  proven(estates, asked, proof, async (tx) => {
    const { person } = asked
    const at = estates.now()
    const estate = await lockWithSender(tx, id)
    refuseOwn(estate.customer, person.id)
    refuseUnless(estate, 'Documents')
    checkShares(beneficiaries, at)
    const all = beneficiaries.map(({ share, ...receiving }) => ({ receiving, share }))
    await nameAll(estates, tx, id, all)
    const after = await findEstate(tx, id)
    if (!after) throw new Failure('NotFound')
    const data = await detailsOf(estates, tx, after)
    const about = { customer: estate.customer ?? undefined, thing: estateThing(id), reason }
    const facts = { Count: String(all.length) }
    await writeAudit(tx, { operator: person.id, action: 'set-beneficiaries', ...about, facts, at })
    return { data }
  })
