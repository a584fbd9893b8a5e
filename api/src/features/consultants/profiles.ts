import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { Consultant, DecidedReport, OwnProfile, ProfileVersion } from '@ingot/endpoints/consultant-fields'
import type * as calls from '@ingot/endpoints/consultants'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { networkOf } from '../../network.ts'
import { pictureLink } from '../identity/account.ts'
import { type Customer, readCustomer } from '../identity/store.ts'
import type { ConsultantCalls, Consultants } from './consultants.ts'
import { readDecided } from './report-store.ts'
import { namesOf, versionMoves } from './rules.ts'
import * as store from './store.ts'

/** Who calls, from where. */
export type Calling = { person: Person; from: Origin }

/** First name and initial, and the whole of it. It is its owner's choice which leaves, so that it is not recorded as a read. */
export const namesBehind = (
  { personalData }: Pick<Consultants, 'personalData'>,
  customer: string,
  sealed: Buffer | null | undefined,
) => namesOf(sealed ? personalData.open<PersonalInfo>(customer, 'personal', sealed) : undefined)

export const shownName = (
  consultants: Pick<Consultants, 'personalData'>,
  { customer, sealed, showsWholeName }: Pick<store.Found, 'customer' | 'sealed' | 'showsWholeName'>,
): string => {
  const { short, whole } = namesBehind(consultants, customer, sealed)
  return showsWholeName ? whole : short
}

/** Whoever is not shown, for whatever reason, is answered alike. */
export const readConsultant = async (
  calling: ConsultantCalls,
  id: string,
  { address }: Origin,
): Promise<Consultant> => {
  await calling.limits.take('consultant-view', networkOf(address), address)
  const found = await store.findPublic(calling.db, id)
  if (!found) throw new Failure('NotFound')
  const { rank, since, refCode, picture, languages, text } = found
  const name = shownName(calling, found)
  return { id, name, picture: picture && pictureLink(picture), rank, since, refCode, languages, text }
}

type Names = OwnProfile['names']

const shownVersion = (version: store.Version, customer: Customer, names: Names): ProfileVersion => {
  const { state, showsWholeName, languages, text, sentBackFor, changedAt } = version
  // Another picture than the one that was looked at is not shown.
  const picture = version.picture !== null && version.picture === customer.picture ? pictureLink(version.picture) : null
  return {
    ...{ state, showsWholeName, showsPicture: version.picture !== null, picture, languages, text, sentBackFor },
    name: showsWholeName ? names.whole : names.short,
    changedAt: changedAt.toISOString(),
  }
}

const isOutcome = (state: string): state is DecidedReport['outcome'] =>
  ['Warned', 'Hidden', 'Suspended', 'Overturned'].includes(state)

const decisionsAbout = async ({ db }: Consultants, profile: string): Promise<DecidedReport[]> =>
  (await readDecided(db, profile)).flatMap(({ id, state, kind, decidedAt, reason, hiddenUntil, appeal }) =>
    isOutcome(state) && decidedAt
      ? {
          ...{ id, outcome: state, kind, at: decidedAt.toISOString(), reason },
          hiddenUntil: hiddenUntil?.toISOString() ?? null,
          appeal: appeal && { ...appeal, at: new Date(appeal.at).toISOString() },
        }
      : [],
  )

const ranked = ({ customer_rank, kyc_status }: Customer): boolean => customer_rank !== null && kyc_status === 'Verified'

export const readOwnProfile = async (consultants: Consultants, id: string): Promise<OwnProfile> => {
  const { db } = consultants
  const [customer, profile, sealed] = await Promise.all([
    readCustomer(db, id),
    store.findOwn(db, id),
    store.readNames(db, [id]),
  ])
  const names = namesBehind(consultants, id, sealed.get(id))
  const standing = { hasRank: ranked(customer), hasPicture: customer.picture !== null, names }
  if (!profile)
    return {
      ...{ id: null, state: 'Draft', hiddenUntil: null, isShown: false, approved: null, next: null, decisions: [] },
      ...standing,
    }
  const { approved, next } = await store.readVersions(db, profile.id)
  return {
    ...{ id: profile.id, state: profile.state, ...standing },
    hiddenUntil: profile.state === 'Hidden' ? (profile.hiddenUntil?.toISOString() ?? null) : null,
    isShown: profile.state === 'Public' && standing.hasRank,
    approved: approved ? shownVersion(approved, customer, names) : null,
    next: next ? shownVersion(next, customer, names) : null,
    decisions: await decisionsAbout(consultants, profile.id),
  }
}

const refuseUnranked = (customer: Customer) => {
  if (!ranked(customer)) throw new Failure('NotRanked')
}

const refuseSuspended = ({ state }: store.Profile) => {
  if (state === 'Suspended')
    throw new Failure('StateChanged', {}, 'Your profile is suspended. Nothing can be handed in.')
}

const changing = async (
  calling: ConsultantCalls,
  { person, from }: Calling,
  change: (tx: Tx, profile: store.Profile, customer: Customer) => Promise<void>,
): Promise<OwnProfile> => {
  const { db, limits, now } = calling
  await limits.take('consultant-profile', person.id, from.address)
  await inTransaction(db, async (tx) => {
    const customer = await readCustomer(tx, person.id)
    refuseUnranked(customer)
    await store.insertProfile(tx, person.id, now())
    const profile = await store.lockOwn(tx, person.id)
    if (!profile) throw new Error('a profile was not inserted')
    refuseSuspended(profile)
    await change(tx, profile, customer)
  })
  return readOwnProfile(calling, person.id)
}

const byOwner = (customer: string, at: Date) => ({ by: `customer:${customer}`, at })

/** What waits to be looked at never changes: whoever edits it takes it back, and begins another. */
export const saveProfile = (
  calling: ConsultantCalls,
  who: Calling,
  { showsWholeName, showsPicture, languages, text }: BodyOf<typeof calls.saveProfile>,
): Promise<OwnProfile> =>
  changing(calling, who, async (tx, profile, customer) => {
    const at = calling.now()
    const words = { showsWholeName, picture: showsPicture ? customer.picture : null, languages, text }
    const { next } = await store.readVersions(tx, profile.id)
    if (next?.state === 'Draft') return store.changeDraft(tx, next.id, words, at)
    if (next) await advance(tx, versionMoves, next.id, { to: 'Withdrawn', ...byOwner(who.person.id, at) })
    await store.insertDraft(tx, profile, words, at)
  })

export const submitProfile = (calling: ConsultantCalls, who: Calling): Promise<OwnProfile> =>
  changing(calling, who, async (tx, profile, customer) => {
    const at = calling.now()
    const { next } = await store.readVersions(tx, profile.id)
    if (next?.state !== 'Draft') throw new Failure('StateChanged')
    const picture = next.picture === null ? null : customer.picture
    await advance(tx, versionMoves, next.id, {
      ...{ to: 'In review', ...byOwner(who.person.id, at) },
      set: { submitted_at: at, sent_back_for: null, picture },
    })
  })

/** At any time, whatever became of the rank. The words stay as a draft; what reports led to stays, too. */
export const withdrawProfile = async (consultants: Consultants, id: string): Promise<OwnProfile> => {
  const { db, now } = consultants
  await inTransaction(db, async (tx) => {
    const at = now()
    const profile = await store.lockOwn(tx, id)
    const { approved, next } = profile ? await store.readVersions(tx, profile.id) : {}
    if (!profile || (!approved && next?.state !== 'In review')) throw new Failure('StateChanged')
    if (next?.state === 'In review') await advance(tx, versionMoves, next.id, { to: 'Draft', ...byOwner(id, at) })
    await store.endApproved(tx, profile.id, { to: 'Withdrawn', ...byOwner(id, at) })
    if (approved && !next) await store.insertDraft(tx, profile, approved, at)
    await store.settleProfile(tx, profile, byOwner(id, at))
  })
  return readOwnProfile(consultants, id)
}
