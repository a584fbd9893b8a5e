import type { Db, Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import { hasOneOf, type Role } from '@ingot/endpoints/roles'
import type { Behind, RewardRequest } from '@ingot/endpoints/staking-fields'
import type { Caller, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import { lockCustomer, namesOf } from '../identity/store.ts'
import { releaseRequested } from '../rewards/requested-store.ts'
import { lockSender, type Sender } from '../wallet/store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { listRequests, type PartBehind, type RequestFilter, readBehindRequests } from './requests-store.ts'
import { daysOf, requestMoves, shownQmgt, vested } from './rules.ts'
import { type Staking, shownRequest } from './staking.ts'
import { dropRequested, findRequest, lockRequest, type RequestRow } from './store.ts'

/** Who decides about requests, and who sees those of everybody. */
export const requestRoles: readonly Role[] = ['Owner', 'Finance']
const readers: readonly Role[] = [...requestRoles, 'Auditor']

/** A request that nobody else decides about, and its customer, whose stakes nobody else changes; in this order, as everywhere. */
export type Locked = { request: RequestRow; sender: Sender }

export const lockOne = async (tx: Tx, id: string, customer?: string): Promise<Locked> => {
  const found = await findRequest(tx, id)
  if (!found || (customer !== undefined && found.customer !== customer)) throw new Failure('NotFound')
  await lockCustomer(tx, found.customer)
  const sender = await lockSender(tx, found.customer)
  const request = await lockRequest(tx, id)
  if (!request) throw new Failure('NotFound')
  return { request, sender }
}

type Ending = {
  to: 'Rejected' | 'Withdrawn'
  by: string
  at: Date
  /** Of an operator, as the customer reads it. */
  reason?: string
  operator?: string
}

/** Ends one without anything being paid: what it asked for can be claimed again. */
export const endUnpaid = async (
  tx: Tx,
  request: RequestRow,
  { to, by, at, reason, operator }: Ending,
): Promise<void> => {
  const { id, state, kind, parts } = request
  if (state !== 'Requested') throw new Failure('StateChanged')
  await advance(tx, requestMoves, id, {
    to,
    by,
    why: reason ?? null,
    at,
    set: { decided_at: at, reason: reason ?? null, decided_by: operator ? `{${operator}}` : '{}' },
  })
  if (kind === 'referral') await releaseRequested(tx, request, { by, at })
  else await dropRequested(tx, parts)
}

export const withdrawRequest = (
  { db, now }: Staking,
  { id, customer, operation }: { id: string; customer: string; operation: Operation },
): Promise<{ data: RewardRequest }> =>
  runOperation(db, operation, async (tx) => {
    const { request } = await lockOne(tx, id, customer)
    await endUnpaid(tx, request, { to: 'Withdrawn', by: ownerOf(customer), at: now() })
    const after = await findRequest(tx, id)
    if (!after) throw new Failure('NotFound')
    return { data: shownRequest(after) }
  })

/** How far a part is covered: what had vested when it was asked for, and what of that was taken before. */
export type SumBehind = { days: number; vested: bigint; isCovered: boolean }

/** Notice that was given before counts; one that was taken back since then only made it less than what is found here. */
export const sumBehind = ({ askedAt, asked, paidBefore, askedBefore, ...stake }: PartBehind): SumBehind => {
  const { noticeAt, reward, termDays } = stake
  const days = daysOf({ ...stake, noticeAt: noticeAt && noticeAt < askedAt ? noticeAt : null }, askedAt)
  const sofar = vested(reward, days, termDays)
  return { days, vested: sofar, isCovered: paidBefore + askedBefore + asked <= sofar }
}

const shownBehind = (part: PartBehind): Behind => {
  const sum = sumBehind(part)
  return {
    staked: shownQmgt(part.staked),
    beganAt: part.beganAt.toISOString(),
    termDays: part.termDays,
    basisPoints: part.basisPoints,
    reward: shownQmgt(part.reward),
    days: sum.days,
    vested: shownQmgt(sum.vested),
    paidBefore: shownQmgt(part.paidBefore),
    askedBefore: shownQmgt(part.askedBefore),
  }
}

/** As operators see them: whose each is, and the sum behind it. */
const shownToOperators = async (db: Db, rows: readonly RequestRow[]): Promise<RewardRequest[]> => {
  const names = await namesOf(
    db,
    rows.map(({ customer }) => ownerOf(customer)),
  )
  const parts = await readBehindRequests(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const shown = shownRequest(row, names.get(ownerOf(row.customer)))
    const behindOf = (stake: string) => parts.find((part) => part.request === row.id && part.stake === stake)
    return {
      ...shown,
      parts: shown.parts.map((part) => {
        const behind = behindOf(part.stake)
        return behind ? { ...part, behind: shownBehind(behind) } : part
      }),
    }
  })
}

/** The customer's own, or for an operator who may know of money everybody's. */
export const requestList = (
  { db }: Pick<Staking, 'db'>,
  { gates }: Pick<Caller, 'gates'>,
  { id, roles }: Pick<Person, 'id' | 'roles'>,
): List<RequestFilter, RequestRow, RewardRequest> => {
  const isOperator = gates.has('operator') && hasOneOf(roles, readers)
  if (!isOperator && !gates.has('customer')) throw new Failure('Forbidden')
  return {
    read: (filter, stretch) => listRequests(db, isOperator ? null : id, filter, stretch),
    number: ({ number }) => number,
    show: (rows) => (isOperator ? shownToOperators(db, rows) : rows.map((row) => shownRequest(row))),
  }
}
