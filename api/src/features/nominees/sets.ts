import type { Db, Tx } from '@ingot/db/connect'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import type { Nominee, NomineeSet, UnfinishedNominee } from '@ingot/endpoints/nominee-fields'
import type { readNominees } from '@ingot/endpoints/nominees'
import { policy } from '../../policy.ts'
import { outgoingHeldUntil } from '../identity/identity.ts'
import { readCustomer } from '../identity/store.ts'
import type { PersonalData } from '../kyc/personal-data.ts'
import { findPersonal, recordRead } from '../kyc/store.ts'
import { readSender } from '../wallet/store.ts'
import type { Namer } from './checking.ts'
import { contactKey } from './contact-key.ts'
import type { Nominees } from './nominees.ts'
import * as store from './store.ts'

/** What is sealed of a set. Whose it is stands in it, so that it cannot be laid under somebody else. */
type SealedSet = { customer: string; nominees: Nominee[]; unfinished?: UnfinishedNominee | null }

export const sealNominees = (
  { personalData }: { personalData: PersonalData },
  { id, ...set }: SealedSet & { id: string },
): Buffer => personalData.seal(id, 'nominees', set)

const openSet = (
  { personalData }: { personalData: PersonalData },
  { id, customer, sealed }: Pick<store.NomineeSetRow, 'id' | 'customer' | 'sealed'>,
): SealedSet => {
  const opened = personalData.open<SealedSet>(id, 'nominees', sealed)
  if (opened.customer !== customer) throw new Error(`nominees ${id} were sealed for somebody else`)
  return opened
}

/** Who is in a set, in their places. */
export const openNominees = (
  kyc: { personalData: PersonalData },
  row: Pick<store.NomineeSetRow, 'id' | 'customer' | 'sealed'>,
): Nominee[] => openSet(kyc, row).nominees

export const shownSet = ({ kyc }: Pick<Nominees, 'kyc'>, row: store.NomineeSetRow): NomineeSet => {
  const { nominees, unfinished = null } = openSet(kyc, row)
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    namesNobody: row.names_nobody,
    nominees,
    ...(row.state === 'Draft' && { unfinished }),
    changedAt: row.changed_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    inForceFrom: row.in_force_from?.toISOString() ?? null,
    document: row.document,
  }
}

/** What holds, what waits, and what is being changed. */
export const readSets = async (nominees: Nominees, customer: string): Promise<ReplyOf<typeof readNominees>['data']> => {
  const { db, now } = nominees
  const at = now()
  const [confirmed, draft, sender] = await Promise.all([
    store.listConfirmed(db, customer),
    store.findDraft(db, customer),
    readSender(db, customer),
  ])
  const standing = confirmed.filter(({ state }) => state === 'Confirmed')
  const inForce = standing.find(({ in_force_from }) => in_force_from && in_force_from <= at)
  const waiting = standing.find(({ in_force_from }) => in_force_from && in_force_from > at)
  const shown = (row: store.NomineeSetRow | undefined) => (row ? shownSet(nominees, row) : null)
  return {
    inForce: shown(inForce),
    waiting: shown(waiting),
    draft: shown(draft),
    earlier: confirmed
      .filter((row) => row !== inForce && row !== waiting)
      .map(({ version, confirmed_at, document, state }) => ({
        version: version ?? 0,
        confirmedAt: confirmed_at?.toISOString() ?? '',
        document,
        withdrawn: state === 'Withdrawn',
      })),
    waitHours: policy.nominees.waitHours,
    frozenSince: sender.frozenAt?.toISOString() ?? null,
    heldUntil: outgoingHeldUntil(sender.credentialsChangedAt, at)?.toISOString() ?? null,
  }
}

/** Who names, as he was verified. That it was read is recorded. */
export const namerOf = async (db: Db | Tx, { kyc, now }: Nominees, customer: string): Promise<Namer> => {
  const [{ email }, personal] = [await readCustomer(db, customer), await findPersonal(db, customer)]
  if (!personal) return { person: undefined, contacts: [contactKey(email)] }
  const why = 'to compare it with who is named'
  await recordRead(db, { reader: `customer:${customer}`, customer, what: 'personal', why }, now())
  const info = kyc.personalData.open<PersonalInfo>(customer, 'personal', personal.sealed)
  const contacts = [email, info.mobilePhone, info.altPhoneNumber].filter((each) => each !== undefined && each !== '')
  return { person: info, contacts: contacts.map(contactKey) }
}
