import type { Tx } from '@ingot/db/connect'
import { findReply, type Operation, runOperationIn } from '@ingot/db/operations'
import { inTransaction } from '@ingot/db/transaction'
import type * as endpoints from '@ingot/endpoints/approvals'
import type { BodyOf, QueryOf, ReplyOf } from '@ingot/endpoints/endpoint'
import { hasOneOf } from '@ingot/endpoints/roles'
import type { Origin, Person } from '../bind.ts'
import { Failure } from '../failure.ts'
import type { Identity } from '../features/identity/identity.ts'
import { acceptBoth } from '../features/identity/two-factor.ts'
import type { List } from '../lists.ts'
import type { Decision } from './decision.ts'
import { approveIn, askIn, type Outcome, parseGiven, refuseDecider, refuseIn, withdrawIn } from './engine.ts'
import { approvalMail } from './sent-jobs.ts'
import * as store from './store.ts'

/** What the calls about approvals work with. */
export type Approvals = { identity: Identity; decisions: ReadonlyMap<string, Decision> }

export const createApprovals = (identity: Identity, declared: readonly Decision[]): Approvals => {
  const decisions = new Map(declared.map((each) => [each.action, each]))
  if (decisions.size < declared.length) throw new Error('two features decide something of the same name')
  return { identity, decisions }
}

type Reply = ReplyOf<typeof endpoints.askApproval>

/** What an operator reads of one. Over by the clock, it is over, also before the worker has written that down. */
const shownTo =
  ({ identity, decisions }: Approvals, person: Person) =>
  (row: store.ApprovalRow): endpoints.Approval => {
    const decision = decisions.get(row.action)
    const isOver = row.state === 'requested' && row.expires_at <= identity.now()
    const isOpen = row.state === 'requested' && !isOver
    const isOwn = row.asker === person.id
    return {
      id: row.id,
      action: row.action,
      title: decision?.title ?? row.action,
      thing: row.thing,
      customer: row.customer === null ? null : { id: row.customer, username: row.customer_name ?? '' },
      state: isOver ? 'expired' : row.state,
      before: row.before,
      after: row.after,
      told: row.told,
      reason: row.reason,
      asker: row.asker_name,
      askedAt: row.asked_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      decider: row.decider_name,
      decidedAt: row.decided_at?.toISOString() ?? null,
      note: row.note,
      mayDecide: isOpen && !isOwn && hasOneOf(person.roles, decision?.approves ?? []),
      mayWithdraw: isOpen && isOwn,
    }
  }

const replyOf = async (approvals: Approvals, person: Person, id: string, tx?: Tx): Promise<Reply> => {
  const row = await store.findApproval(tx ?? approvals.identity.db, id)
  if (!row) throw new Failure('NotFound')
  return { data: shownTo(approvals, person)(row) }
}

/**
 * What cannot be is refused before anything is proven, and all of it is looked at again in the transaction: a proof costs
 * time, in which everything may change.
 */
export const ask = async (
  approvals: Approvals,
  person: Person,
  { password, inputCode, ...asked }: BodyOf<typeof endpoints.askApproval>,
  { from, operation }: { from: Origin; operation: Operation },
): Promise<Reply> => {
  const { identity, decisions } = approvals
  const { db, now } = identity
  const decision = decisions.get(asked.action)
  if (!decision) throw new Failure('NotFound')
  if (!hasOneOf(person.roles, decision.asks)) throw new Failure('Forbidden')
  parseGiven(decision, asked.given)
  if (await store.isOpen(db, asked, now())) throw new Failure('ApprovalOpen')
  const keep = (tx: Tx) =>
    runOperationIn(tx, operation, async () => {
      const id = await askIn(tx, decision, { ...asked, asker: person.id, at: now() })
      await tellOthers(tx, identity, decision, { id, asker: person.id })
      return replyOf(approvals, person, id, tx)
    })
  try {
    return await acceptBoth(identity, person, { password, inputCode }, from, keep)
  } catch (error) {
    // Another process may have done the same operation, and used its code.
    const done = await findReply(db, operation)
    if (done) return done.reply as Reply
    throw error
  }
}

/** One mail to each who could approve it. */
export const tellOthers = async (
  tx: Tx,
  { outbox }: Identity,
  { title, approves }: Decision,
  { id, asker }: { id: string; asker: string },
) => {
  for (const operator of await store.listOthersWith(tx, approves, asker))
    await outbox.send(tx, approvalMail, { approval: id, operator, title })
}

type Decide = (
  tx: Tx,
  decisions: Approvals['decisions'],
  deciding: { id: string; decider: string; note: string; at: Date },
) => Promise<Outcome>

const decide =
  (act: Decide) =>
  async (
    approvals: Approvals,
    person: Person,
    id: string,
    { note, ...proof }: BodyOf<typeof endpoints.approve>,
    from: Origin,
  ): Promise<Reply> => {
    const { identity, decisions } = approvals
    const row = await store.findApproval(identity.db, id)
    const decision = row && decisions.get(row.action)
    if (!decision) throw new Failure('NotFound')
    refuseDecider(row, decision, person)
    const { state, words } = await acceptBoth(identity, person, proof, from, (tx) =>
      act(tx, decisions, { id, decider: person.id, note, at: identity.now() }),
    )
    // It was written down what became of it, and is told as the refusal that it is.
    if (words !== null) throw new Failure('StateChanged', { state }, words)
    return replyOf(approvals, person, id)
  }

export const approve = decide(approveIn)
export const refuse = decide(refuseIn)

export const withdraw = async (approvals: Approvals, person: Person, id: string): Promise<Reply> => {
  const { identity, decisions } = approvals
  await inTransaction(identity.db, (tx) => withdrawIn(tx, decisions, { id, asker: person.id, at: identity.now() }))
  return replyOf(approvals, person, id)
}

type Filter = Pick<QueryOf<typeof endpoints.listApprovals>, 'show' | 'thing'>

const wantedBy = (
  { identity, decisions }: Approvals,
  { id, roles }: Person,
  { show = 'all', thing }: Filter,
): store.Wanted => {
  const open = { at: identity.now() }
  if (show === 'mine') return { thing, asker: id }
  if (show === 'open') return { thing, open }
  if (show === 'all') return { thing }
  const mine = [...decisions.values()].filter(({ approves }) => hasOneOf(roles, approves))
  return { thing, open, decidable: { actions: mine.map(({ action }) => action), by: id } }
}

const mostCounted = 100

/** How many wait for somebody to decide, and how many of the own wait for others; counted so far and no further. */
export const countOpen = async (approvals: Approvals, person: Person): Promise<{ forMe: number; ofMine: number }> => {
  const count = async (wanted: store.Wanted) =>
    (await store.listApprovals(approvals.identity.db, wanted, { before: undefined, limit: mostCounted })).length
  return {
    forMe: await count(wantedBy(approvals, person, { show: 'for-me' })),
    ofMine: await count({ asker: person.id, open: { at: approvals.identity.now() } }),
  }
}

export const approvalList = (
  approvals: Approvals,
  person: Person,
): List<Filter, store.ApprovalRow, endpoints.Approval> => ({
  read: (filter, stretch) => store.listApprovals(approvals.identity.db, wantedBy(approvals, person, filter), stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(shownTo(approvals, person)),
})
