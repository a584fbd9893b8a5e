import type { Tx } from '@ingot/db/connect'
import { type Amount, amountOf, compare, isZero, subtract, sum } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { type Account, customerAccount } from './account.ts'
import { LedgerError, namingRefusals } from './ledger-error.ts'
import { type Entry, type Move, move, post } from './post.ts'

type Cause = { reference: string; causedBy: string }

export type Hold<A extends Asset> = { id: bigint; customer: string; amount: Amount<A>; expiresAt: Date | null }

/**
 * Sets an amount of a customer aside until it is posted, voided or expires. Without a time it does not expire: whoever
 * places it ends it. Safe to repeat under its reference.
 */
export const placeHold = async <A extends Asset>(
  tx: Tx,
  {
    customer,
    amount,
    expiresAt,
    reference,
    causedBy,
  }: { customer: string; amount: Amount<A>; expiresAt: Date | null } & Cause,
): Promise<Hold<A>> => {
  const { asset } = amount
  const between = { from: customerAccount(customer, asset, 'available'), to: customerAccount(customer, asset, 'held') }
  const { entry, replayed } = await post(tx, { reference, kind: 'hold', causedBy, moves: [move(amount, between)] })
  if (!replayed)
    await sql`insert into ledger_holds (entry, owner, asset, units, expires_at)
      values (${String(entry)}, ${between.from.owner}, ${asset}, ${String(amount.units)}, ${expiresAt})`.execute(tx)
  const { rows } = await sql<{ id: string; expires_at: Date | null }>`
    select id, expires_at from ledger_holds where entry = ${String(entry)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`${reference} is no hold`)
  return { id: BigInt(row.id), customer, amount, expiresAt: row.expires_at }
}

type HoldRow = { owner: `customer:${string}`; asset: Asset; units: string }

const lockHold = async (tx: Tx, hold: bigint) => {
  const { rows } = await sql<HoldRow>`
    select owner, asset, units from ledger_lock_hold(${String(hold)})`.execute(tx)
  const [row] = rows
  if (!row) throw new LedgerError('NoSuchHold', String(hold))
  return row
}

/** Asked after the lock and in a statement of its own: only then does it see what another one has just done. */
const endOf = async (tx: Tx, hold: bigint): Promise<string | undefined> => {
  const { rows } = await sql<{ reference: string }>`
    select e.reference from ledger_hold_ends x join ledger_entries e on e.id = x.entry
    where x.hold = ${String(hold)}`.execute(tx)
  return rows[0]?.reference
}

type Onward = {
  /** Where it goes from the account in which it was held; what these leave over goes back. */
  moves: (held: Account<Asset>) => Move[]
  kind?: string
  details?: NonNullable<Entry['details']>
}

type End = { how: 'posted' | 'voided' | 'expired'; hold: bigint } & Onward & Cause

/** Empties a hold: what is posted goes on, the rest goes back. */
const endHold = async (
  tx: Tx,
  { how, hold, moves: onward, kind = `hold-${how}`, details, reference, causedBy }: End,
) => {
  const held = await lockHold(tx, hold)
  const endedBy = await endOf(tx, hold)
  if (endedBy !== undefined && endedBy !== reference) throw new LedgerError('HoldEnded', String(hold))
  const whole = amountOf(held.asset, BigInt(held.units))
  const from: Account<Asset> = { owner: held.owner, asset: held.asset, purpose: 'held' }
  const going = onward(from)
  const posted = sum<Asset>(
    held.asset,
    going.map(({ amount }) => amount),
  )
  if (compare(posted, whole) > 0) throw new LedgerError('MoreThanHeld', `${posted.units} of ${whole.units}`)
  const rest = subtract(whole, posted)
  const back: Account<Asset> = { owner: held.owner, asset: held.asset, purpose: 'available' }
  const moves = [...going, ...(isZero(rest) ? [] : [move(rest, { from, to: back })])]
  const ended = await post(tx, { reference, kind, causedBy, moves, ...(details && { details }) })
  if (!ended.replayed)
    await namingRefusals(
      String(hold),
      sql`insert into ledger_hold_ends (hold, entry, how, posted_units)
        values (${String(hold)}, ${String(ended.entry)}, ${how}, ${String(posted.units)})`.execute(tx),
    )
  return ended
}

const nowhere = () => []

/** Posts a hold in whole or part to where it was meant to go; what is left over goes back to the customer. */
export const postHold = <A extends Asset>(
  tx: Tx,
  hold: bigint,
  { amount, to, ...cause }: { amount: Amount<A>; to: Account<NoInfer<A>> } & Cause,
) =>
  endHold(tx, {
    how: 'posted',
    hold,
    moves: (from) => (isZero(amount) ? [] : [move<Asset>(amount, { from, to })]),
    ...cause,
  })

/** The same for what goes to several places, or to the chain: the entry has a kind and details of its own. */
export const postHoldOnward = (tx: Tx, hold: bigint, onward: Required<Onward> & Cause) =>
  endHold(tx, { how: 'posted', hold, ...onward })

export const voidHold = (tx: Tx, hold: bigint, cause: Cause) =>
  endHold(tx, { how: 'voided', hold, moves: nowhere, ...cause })

/** Gives back what was set aside for too long. Looks before it acts, so it may run at any time and twice. */
export const expireHolds = async (tx: Tx, limit = 100, at: Date | null = null): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    select id from ledger_lock_expired_holds(coalesce(${at}::timestamptz, ingot_now()), ${limit}) as id`.execute(tx)
  for (const { id } of rows)
    await endHold(tx, {
      how: 'expired',
      hold: BigInt(id),
      moves: nowhere,
      reference: `hold-expired:${id}`,
      causedBy: 'clock',
    })
  return rows.length
}
