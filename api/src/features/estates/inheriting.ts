import type { Db, Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { Inheritance, readInheritance as readCall } from '@ingot/endpoints/estates'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { findCustomer } from '../identity/store.ts'
import { findPersonal, recordRead } from '../kyc/store.ts'
import { lockSender } from '../wallet/store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { findByLink, linkBeneficiary, listReceived } from './beneficiary-store.ts'
import { partsOf } from './desk-store.ts'
import { giveOut, lockGivenOut } from './distributing.ts'
import type { Estates } from './estates.ts'
import { receivesAs, type Verified } from './same-person.ts'
import { shownPart } from './shown-parts.ts'
import { type BeneficiaryRow, type EstateRow, findEstate, type Receiving } from './store.ts'
import { openReceiving, openTold } from './told.ts'

// Whoever was left something says by his link that it is him.

/** Who somebody is as it was verified; undefined for operators, and as long as nothing is verified. */
const verifiedAs = async (db: Db | Tx, { kyc, now }: Estates, customer: string): Promise<Verified | undefined> => {
  const found = await findCustomer(db, customer)
  if (found?.role !== 'customer' || found.kyc_status !== 'Verified') return
  const personal = await findPersonal(db, customer)
  if (!personal) return
  await recordRead(db, { reader: 'api', customer, what: 'personal', why: 'to compare it with who receives' }, now())
  return kyc.personalData.open<PersonalInfo>(customer, 'personal', personal.sealed)
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

const estateOf = async (db: Db | Tx, id: string): Promise<EstateRow & { customer: string }> => {
  const estate = await findEstate(db, id)
  if (!estate?.customer) throw new Error(`estate ${id} belongs to nobody`)
  return { ...estate, customer: estate.customer }
}

/** A link of one that is known already is used up. */
const openByLink = async (db: Db | Tx, { now }: Estates, token: string): Promise<BeneficiaryRow> => {
  const found = await findByLink(db, tokenHash(token), now())
  if (!found || found.customer !== null) throw new Failure('LinkInvalid')
  return found
}

const takeTry = ({ wallet }: Estates, token: string, from: Origin) =>
  wallet.identity.limits.take('link', tokenHash(token).toString('hex'), from.address)

/** To somebody else it says neither who died nor how much he is left: a link may be in wrong hands. */
const untold = { deceased: '', asGuardianOf: null, share: 0 }

export const readInheritance = async (
  estates: Estates,
  { id: customer }: Person,
  token: string,
  from: Origin,
): Promise<ReplyOf<typeof readCall>['data']> => {
  const { db, now } = estates
  await takeTry(estates, token, from)
  const beneficiary = await openByLink(db, estates, token)
  const estate = await estateOf(db, beneficiary.estate)
  const own = await verifiedAs(db, estates, customer)
  if (!own) return { ...untold, hindrance: 'not-verified' }
  const receiving = openReceiving(estates, beneficiary)
  const as = receivesAs(own, receiving, now())
  if (!as || customer === estate.customer) return { ...untold, hindrance: 'somebody-else' }
  return {
    deceased: nameOf(openTold(estates, estate).deceased),
    share: beneficiary.share,
    asGuardianOf: as === 'guardian' ? nameOf(receiving) : null,
    hindrance: null,
  }
}

const shownInheritance = async (
  db: Db | Tx,
  estates: Estates,
  row: BeneficiaryRow,
  receiving: Receiving = openReceiving(estates, row),
): Promise<Inheritance> => {
  const estate = await estateOf(db, row.estate)
  const parts = (await partsOf(db, row.estate)).filter(
    ({ beneficiary, passed_to }) => beneficiary === row.id && passed_to === null,
  )
  return {
    id: row.id,
    deceased: nameOf(openTold(estates, estate).deceased),
    share: row.share,
    asGuardianOf: row.as_guardian ? nameOf(receiving) : null,
    linkedAt: row.linked_at?.toISOString() ?? null,
    parts: parts.map(shownPart),
    // What came in later has a paper of its own; the newest is found first.
    document: parts.findLast(({ document }) => document !== null)?.document ?? null,
  }
}

type Asked = { person: Person; from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

export const acceptInheritance = async (
  estates: Estates,
  token: string,
  asked: Asked,
): Promise<{ data: Inheritance }> => {
  const { person, from, operation, useGrants } = asked
  await takeTry(estates, token, from)
  return runOperation(estates.db, operation, async (tx) => {
    const { id: customer } = person
    const named = await openByLink(tx, estates, token)
    const { id, customer: deceased } = await estateOf(tx, named.estate)
    if (deceased === customer) throw new Failure('SomebodyElse')
    await useGrants(tx)
    // In one order wherever two are locked, so that nobody waits for the other.
    for (const each of [deceased, customer].toSorted()) await lockSender(tx, each)
    const estate = await lockGivenOut(tx, { id, customer: deceased })
    if (!estate) throw new Failure('StateChanged')
    // Whoever came first has used the link up.
    const beneficiary = await openByLink(tx, estates, token)
    const own = await verifiedAs(tx, estates, customer)
    const [at, receiving] = [estates.now(), openReceiving(estates, beneficiary)]
    const as = own && receivesAs(own, receiving, at)
    if (!as) throw new Failure('SomebodyElse')
    await linkBeneficiary(tx, beneficiary, { customer, at, by: 'link', asGuardian: as === 'guardian' })
    await giveOut(tx, estates, estate, { by: ownerOf(customer), at })
    await record(tx, { now: () => at }, { customer, kind: 'inheritance-received', from })
    const linked = { ...beneficiary, customer, linked_at: at, as_guardian: as === 'guardian' }
    return { data: await shownInheritance(tx, estates, linked, receiving) }
  })
}

/** Newest first. */
export const inheritancesOf = async (estates: Estates, { id }: Person): Promise<Inheritance[]> =>
  Promise.all((await listReceived(estates.db, id)).map((row) => shownInheritance(estates.db, estates, row)))
