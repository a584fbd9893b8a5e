import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type * as calls from '@ingot/endpoints/estate-desk'
import { type DeskEstate, estateThing } from '@ingot/endpoints/estate-desk'
import type { EstateState } from '@ingot/endpoints/estate-fields'
import { writeAudit } from '@ingot/ledger/audit'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { findCustomer } from '../identity/store.ts'
import type { Proof } from '../identity/two-factor.ts'
import { lockSender } from '../wallet/store.ts'
import { shownEstate } from './desk-list.ts'
import { proven } from './desk-proof.ts'
import { hasOpenEstate, saveStopped } from './desk-store.ts'
import type { Estates } from './estates.ts'
import { reportIn } from './reporting.ts'
import { estateMoves } from './rules.ts'
import { beginChecking, callOffSending, undoRefused } from './stopping.ts'
import { type EstateRow, findEstate, lockEstate, type Told } from './store.ts'

export type Asked = { person: Person; id: string; operation: Operation }
/** The same of what takes a proof. */
export type Proving = Asked & { from: Origin }
type Step = { by: string; operator: string; at: Date }
type Reply = { data: DeskEstate }

const dayMs = 24 * 3600_000

/** Nobody looks into what is said of himself. */
export const refuseOwn = (customer: string | null, ...operators: string[]): void => {
  if (customer !== null && operators.includes(customer))
    throw new Failure('Forbidden', {}, 'Nobody decides about a report of his own death.')
}

/**
 * Nobody else changes it until the transaction ends. The sender of the customer comes first, as wherever something leaves an account:
 * of who is known, or of who is about to be named.
 */
export const lockWithSender = async (tx: Tx, id: string, named?: string): Promise<EstateRow> => {
  const found = await findEstate(tx, id)
  if (!found) throw new Failure('NotFound')
  const customer = found.customer ?? named
  if (customer) await lockSender(tx, customer)
  const locked = await lockEstate(tx, id)
  // Somebody else has named the customer meanwhile, whose sender is not locked.
  if (!locked || (locked.customer !== null && locked.customer !== customer)) throw new Failure('StateChanged')
  return locked
}

export const refuseUnless = ({ state }: Pick<EstateRow, 'state'>, ...wanted: EstateState[]): void => {
  if (!wanted.includes(state)) throw new Failure('StateChanged')
}

type Named = Proof & { action: string; reason: string; customer?: string | undefined }

/** One step of an operator, once: it is written down with who and why, and answered with how the report stands then. */
export const stepOf = (
  estates: Estates,
  { id, ...asked }: Proving,
  { action, reason, customer, ...proof }: Named,
  work: (tx: Tx, estate: EstateRow, step: Step) => Promise<Record<string, string>>,
): Promise<Reply> =>
  proven(estates, asked, proof, async (tx) => {
    const { person } = asked
    const at = estates.now()
    if (!(await findEstate(tx, id))) throw new Failure('NotFound')
    if (customer !== undefined && !(await findCustomer(tx, customer)))
      throw new Failure('NotFound', {}, 'There is no such customer.')
    const estate = await lockWithSender(tx, id, customer)
    refuseOwn(estate.customer ?? customer ?? null, person.id)
    const facts = await work(tx, estate, { by: `operator:${person.id}`, operator: person.id, at })
    const after = await findEstate(tx, id)
    if (!after) throw new Failure('NotFound')
    const shown = await shownEstate(estates, tx, after)
    const about = { customer: after.customer ?? undefined, thing: estateThing(id), reason, facts }
    await writeAudit(tx, { operator: person.id, action, ...about, at })
    return { data: shown }
  })

/** By phone, by post or at the counter. Nothing is stopped by it. */
export const reportAsOperator = (
  estates: Estates,
  { person, operation }: Omit<Asked, 'id'>,
  told: Told,
): Promise<Reply> =>
  runOperation(estates.db, operation, async (tx) => {
    const at = estates.now()
    const id = await reportIn(tx, estates, told, { source: 'operator', operator: person.id, at })
    const row = await findEstate(tx, id)
    if (!row) throw new Error('a report was not written down')
    const shown = await shownEstate(estates, tx, row)
    await writeAudit(tx, { operator: person.id, action: 'report-death', thing: estateThing(id), at })
    return { data: shown }
  })

/** Says whose account it is. From here on nothing leaves it, and the owner is asked. */
export const checkEstate = async (
  estates: Estates,
  asked: Proving,
  { customer, reason, ...proof }: BodyOf<typeof calls.checkEstate>,
): Promise<Reply> => {
  const named = { action: 'check-estate', reason, customer, ...proof }
  const reply = await stepOf(estates, asked, named, async (tx, estate, step) => {
    refuseUnless(estate, 'Reported')
    if (await hasOpenEstate(tx, customer)) throw new Failure('EstateOpen')
    const { by, operator, at } = step
    const set = { customer, checked_at: at, checked_by: operator }
    await advance(tx, estateMoves, estate.id, { from: 'Reported', to: 'Checking', by, at, why: reason, set })
    const stopped = await beginChecking(tx, estates, { estate: estate.id, customer }, { by, at })
    await saveStopped(tx, estate.id, stopped)
    return {}
  })
  await callOffSending(estates, customer)
  return reply
}

/** Nobody has found that it is wrong: the owner has so many days to say that he lives. */
export const waitForOwner = (
  estates: Estates,
  asked: Proving,
  { reason, ...proof }: BodyOf<typeof calls.waitForOwner>,
): Promise<Reply> =>
  stepOf(estates, asked, { action: 'wait-estate', reason, ...proof }, async (tx, estate, { by, at }) => {
    refuseUnless(estate, 'Checking')
    const until = new Date(at.getTime() + policy.estates.waitDays * dayMs)
    const set = { waiting_from: at, waiting_until: until }
    await advance(tx, estateMoves, estate.id, { from: 'Checking', to: 'Waiting', by, at, why: reason, set })
    return { Until: until.toISOString() }
  })

/** By one operator, as long as nobody waits for the owner. What was stopped for it is open again. */
export const refuseEstate = (
  estates: Estates,
  asked: Proving,
  { reason, customer, ...proof }: BodyOf<typeof calls.refuseEstate>,
): Promise<Reply> =>
  stepOf(estates, asked, { action: 'refuse-report', reason, customer, ...proof }, async (tx, estate, { by, at }) => {
    refuseUnless(estate, 'Reported', 'Checking')
    if (customer !== undefined && estate.customer !== null && estate.customer !== customer)
      throw new Failure('StateChanged', {}, 'It was found before that this is about another customer.')
    const set = { ended_at: at, reason, customer: estate.customer ?? customer ?? null }
    await advance(tx, estateMoves, estate.id, { from: estate.state, to: 'Refused', by, at, why: reason, set })
    await undoRefused(tx, estates, estate, { by, at })
    return {}
  })
