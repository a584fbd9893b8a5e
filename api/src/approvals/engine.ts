import type { Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { advance } from '@ingot/db/states'
import type { Approval } from '@ingot/endpoints/approvals'
import { errorTable } from '@ingot/endpoints/errors'
import { hasOneOf, type Role } from '@ingot/endpoints/roles'
import { writeAudit } from '@ingot/ledger/audit'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Failure, failureOf } from '../failure.ts'
import { policy } from '../policy.ts'
import type { Decision, Looked } from './decision.ts'
import { approvalStates } from './states.ts'
import * as store from './store.ts'

// What happens in one transaction. Who somebody is was proven by whoever opened it.

const hour = 3600_000

export const parseGiven = (decision: Decision, given: Record<string, string>): unknown => {
  const parsed = z.safeParse(decision.given, given)
  if (!parsed.success) throw new Failure('InvalidInput')
  return parsed.data
}

/** What a person may read of an error; whatever nobody foresaw is thrown on. */
const wordsOf = (error: unknown): string => {
  if (error instanceof ProblemForPeople) return error.message
  const { error: name, message } = failureOf(error)
  if (errorTable[name].status >= 500 && !(error instanceof Failure)) throw error
  return message
}

export type Asking = {
  asker: string
  thing: string
  given: Record<string, string>
  reason: string
  at: Date
}

/** Keeps the command, with how the thing stands. Answers with its id. */
export const askIn = async (tx: Tx, decision: Decision, asking: Asking): Promise<string> => {
  const { asker, thing, given, reason, at } = asking
  const { action } = decision
  if (!hasOneOf(await store.lockRoles(tx, asker), decision.asks)) throw new Failure('Forbidden')
  const looked = await lookAt(tx, decision, asking)
  await store.expireDue(tx, at, { action, thing })
  const expires = new Date(at.getTime() + policy.approvals.openHours * hour)
  const id = await store.insertApproval(tx, { ...looked, action, thing, given, reason, asker, at, expires })
  if (id === undefined) throw new Failure('ApprovalOpen')
  const { customer } = looked
  await audit(tx, decision, { id, thing, customer }, { action: 'ask-approval', operator: asker, reason, at })
  return id
}

/** A problem for people is answered as what it is: something stands otherwise than was thought. */
const lookAt = async (
  tx: Tx,
  decision: Decision,
  { thing, given }: Pick<Asking, 'thing' | 'given'>,
): Promise<Looked> => {
  const looked = await decision.look(tx, { thing, given: parseGiven(decision, given) }).catch((error) => {
    throw error instanceof ProblemForPeople ? new Failure('StateChanged', {}, error.message) : error
  })
  if (!looked) throw new Failure('NotFound')
  return looked
}

type Audited = {
  action: 'ask-approval' | 'approve' | 'refuse-approval' | 'withdraw-approval'
  operator: string
  reason?: string
  became?: Approval['state']
  at: Date
}

const audit = (
  tx: Tx,
  decision: Decision | undefined,
  { id, thing, customer }: Pick<store.ApprovalRow, 'id' | 'thing' | 'customer'>,
  { became, ...line }: Audited,
) => {
  const facts = { ...(decision && { What: decision.title }), Approval: id, ...(became && { Became: became }) }
  return writeAudit(tx, { ...line, thing, customer: customer ?? undefined, facts })
}

/** What became of it, and in words why it came to nothing. */
export type Outcome = { state: Approval['state']; words: string | null }

type Deciding = { id: string; decider: string; note: string; at: Date }

const ownWords = 'You asked for this yourself. Another operator has to decide.'
const expiredWords = 'Nobody decided this in time. Please ask for it again.'

/** Unless it waits, and waits for somebody like this. */
export const refuseDecider = (
  { asker, state }: Pick<store.ApprovalRow, 'asker' | 'state'>,
  { approves }: Decision,
  { id, roles }: { id: string; roles: readonly Role[] },
) => {
  if (asker === id) throw new Failure('Forbidden', {}, ownWords)
  if (!hasOneOf(roles, approves)) throw new Failure('Forbidden')
  if (state !== 'requested') throw new Failure('StateChanged')
}

/** The one that is to be decided, locked, if it still waits and this operator may. Over by the clock, it ends here. */
const lockForDeciding = async (
  tx: Tx,
  decisions: ReadonlyMap<string, Decision>,
  { id, decider, at }: Deciding,
): Promise<{ row: store.ApprovalRow; decision: Decision } | Outcome> => {
  const row = await store.lockApproval(tx, id)
  const decision = row && decisions.get(row.action)
  if (!row || !decision) throw new Failure('NotFound')
  refuseDecider(row, decision, { id: decider, roles: await store.lockRoles(tx, decider) })
  if (row.expires_at > at) return { row, decision }
  await store.expireDue(tx, at, row)
  return { state: 'expired', words: expiredWords }
}

const changedWords = 'This has changed since it was asked for. Nothing was done; please look at it again.'

/** Why what was asked for no longer fits, if so. The thing is locked from here on. */
const findChange = async (tx: Tx, decision: Decision, row: store.ApprovalRow): Promise<string | undefined> => {
  if (!hasOneOf(await store.lockRoles(tx, row.asker), decision.asks))
    return 'Whoever asked for this may no longer do so. Nothing was done.'
  try {
    const { version } = await lookAt(tx, decision, row)
    return version === row.version ? undefined : changedWords
  } catch (error) {
    return wordsOf(error)
  }
}

/** Does it, or leaves nothing of it and answers why. */
const carryOut = async (
  tx: Tx,
  decision: Decision,
  { id, thing, given, asker }: store.ApprovalRow,
  { decider, at }: Deciding,
): Promise<string | undefined> => {
  await sql`savepoint carrying_out`.execute(tx)
  try {
    await decision.do(tx, { thing, given: parseGiven(decision, given), approval: id, asker, decider, now: at })
    return
  } catch (error) {
    const words = wordsOf(error)
    await sql`rollback to savepoint carrying_out`.execute(tx)
    return words
  }
}

/** Another operator approves: everything is looked at again, and it is done. */
export const approveIn = async (
  tx: Tx,
  decisions: ReadonlyMap<string, Decision>,
  deciding: Deciding,
): Promise<Outcome> => {
  const found = await lockForDeciding(tx, decisions, deciding)
  if ('state' in found) return found
  const { row, decision } = found
  const { id, decider, note, at } = deciding
  const by = `operator:${decider}`
  const decided = { decider, decided_at: at }
  const end = async (state: 'done' | 'failed' | 'outdated', words: string | null): Promise<Outcome> => {
    await advance(tx, approvalStates, id, { to: state, by, why: words, at, set: { ...decided, note: words ?? note } })
    await audit(tx, decision, row, { action: 'approve', operator: decider, reason: note, became: state, at })
    return { state, words }
  }
  const change = await findChange(tx, decision, row)
  if (change) return end('outdated', change)
  await advance(tx, approvalStates, id, { to: 'approved', by, why: note, at, set: { ...decided, note } })
  const problem = await carryOut(tx, decision, row, deciding)
  return problem ? end('failed', problem) : end('done', null)
}

export const refuseIn = async (
  tx: Tx,
  decisions: ReadonlyMap<string, Decision>,
  deciding: Deciding,
): Promise<Outcome> => {
  const found = await lockForDeciding(tx, decisions, deciding)
  if ('state' in found) return found
  const { id, decider, note, at } = deciding
  const set = { decider, decided_at: at, note }
  await advance(tx, approvalStates, id, { to: 'refused', by: `operator:${decider}`, why: note, at, set })
  await audit(tx, found.decision, found.row, { action: 'refuse-approval', operator: decider, reason: note, at })
  return { state: 'refused', words: null }
}

/** Whoever asked takes it back. To anybody else there is nothing to take back. */
export const withdrawIn = async (
  tx: Tx,
  decisions: ReadonlyMap<string, Decision>,
  { id, asker, at }: { id: string; asker: string; at: Date },
) => {
  const row = await store.lockApproval(tx, id)
  if (row?.asker !== asker) throw new Failure('NotFound')
  await advance(tx, approvalStates, id, { to: 'withdrawn', by: `operator:${asker}`, at, set: { decided_at: at } })
  await audit(tx, decisions.get(row.action), row, { action: 'withdraw-approval', operator: asker, at })
}
