import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { type NewBar, takeInBars } from '@ingot/ledger/vault'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import type { Issuing } from '../../documents/engine.ts'
import { lockSender } from '../wallet/store.ts'
import * as booking from './booking.ts'
import * as good from './booking-good.ts'
import { withdrawalMoves } from './rules.ts'
import { findWithdrawal, type StoredWithdrawal } from './store.ts'
import { lockWithSender } from './withdrawals.ts'

const operatorA = '00000000-0000-4000-8000-00000000000a'
const operatorB = '00000000-0000-4000-8000-00000000000b'
const packer = `operator:${operatorB}`

type Asked = {
  customer: string
  holding?: string
  asset?: 'QMGT' | 'GAE' | 'GCA' | 'GDS'
  feeAsset?: 'USDT' | 'USDAU'
  /** The ids of the bars, parcel by parcel. */
  parcels: string[][]
  feeCents?: bigint
}

type House = { db: Db; now: () => Date; issuing: Issuing }

/** For tests: what withdrawals do to the books, without a page or an operator. */
export const createBooking = ({ db, now, issuing }: House) => {
  const bars = async (...grams: string[]): Promise<string[]> => {
    const made = grams.map(
      (grossGrams): NewBar => ({
        refiner: 'Testra',
        serial: randomUUID(),
        fineness: '999.9',
        grossGrams,
      }),
    )
    const taken = await inTransaction(db, (tx) => takeInBars(tx, made, { causedBy: 'test' }))
    const { rows } = await sql<{ id: string }>`
      select id from vault_bars where entry = any(${taken.map(({ entry }) => String(entry))}::bigint[]) order by id`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }

  const fineOf = async (id: string) => {
    const { rows } = await sql<{ fine_units: string }>`select fine_units from vault_bars where id = ${id}`.execute(db)
    return { id, fine: amountOf('XAU', BigInt(rows[0]?.fine_units ?? 0)) }
  }

  const choose = async (customer: string, ids: string[]): Promise<string> => {
    const [choice, at] = [randomUUID(), now()]
    const until = new Date(at.getTime() + 1_800_000)
    await sql`
      insert into withdrawal_choices (id, customer, figures, made_at, until)
      values (${choice}, ${customer}, '{}', ${at}, ${until})`.execute(db)
    await sql`
      insert into bar_reservations (bar, customer, choice, until)
      select unnest(${ids}::bigint[]), ${customer}::uuid, ${choice}::uuid, ${until}::timestamptz`.execute(db)
    return choice
  }

  const request = async ({
    customer,
    holding,
    asset = 'QMGT',
    feeAsset = 'USDT',
    parcels,
    feeCents = 3600n,
  }: Asked) => {
    const choice = await choose(customer, parcels.flat())
    const dollars = (cents: bigint) => amountOf('USD', cents)
    const given = await Promise.all(
      parcels.map(async (ids) => ({
        bars: await Promise.all(ids.map(fineOf)),
        fees: { making: dollars(feeCents), handling: dollars(0n), carriage: dollars(0n), insurance: dollars(0n) },
        insured: dollars(100000n),
        feeUnits: feeCents * 10n ** 16n,
      })),
    )
    return inTransaction(db, async (tx) => {
      await lockSender(tx, customer)
      const order = { order: randomUUID(), customer, holding: holding ?? null, asset, feeAsset, parcels: given, choice }
      return booking.bookRequest(tx, {
        ...{ ...order, at: now(), policyVersion: '0', price: '100', way: 'deliver', address: Buffer.from('sealed') },
      })
    })
  }

  const one = async (id: string): Promise<StoredWithdrawal> => {
    const found = await findWithdrawal(db, id)
    if (!found) throw new Error('there is no such withdrawal')
    return found
  }

  const moveOn = (id: string, to: WithdrawalState, set: Record<string, string | Date | null> = {}) =>
    inTransaction(db, (tx) => advance(tx, withdrawalMoves, id, { to, by: packer, at: now(), set }))

  const approve = (id: string) => moveOn(id, 'Approved', { approved_at: now(), approved_by: operatorA })

  const end = (id: string, to: 'Cancelled' | 'Refused' = 'Cancelled') =>
    inTransaction(db, async (tx) => {
      const { entry } = await booking.bookBack(tx, await lockWithSender(tx, id), { by: packer, at: now() })
      const set = { ended_at: now(), ended_entry: entry === null ? null : String(entry) }
      await advance(tx, withdrawalMoves, id, { to, by: packer, at: now(), set })
    })

  const pack = (id: string) =>
    inTransaction(db, async (tx) => {
      const withdrawal = await lockWithSender(tx, id)
      const { entry, movement } = await booking.bookPacked(tx, withdrawal, { by: packer, at: now(), issuing })
      const set = { packed_at: now(), packed_by: operatorB, packed_entry: String(entry) }
      await advance(tx, withdrawalMoves, id, { to: 'Packed', by: packer, at: now(), set })
      return { entry, movement }
    })

  /** On its way, and then whatever comes of it. */
  const send = async (id: string, ...then: WithdrawalState[]) => {
    await moveOn(id, 'Sent')
    for (const state of then) await moveOn(id, state)
  }

  const credit = (id: string, withFees: boolean, assayed: NewBar[] = []) =>
    inTransaction(db, async (tx) => {
      const withdrawal = await lockWithSender(tx, id)
      if (assayed.length > 0) await good.bookAssayed(tx, withdrawal, assayed, { causedBy: packer, at: now() })
      const { entry, movement } = await good.bookCredit(tx, withdrawal, { by: packer, at: now(), withFees })
      const set = { ended_at: now(), ended_entry: String(entry) }
      await advance(tx, withdrawalMoves, id, { to: 'Credited', by: packer, at: now(), set })
      return { entry, movement }
    })

  const replace = (id: string, ids: string[]) =>
    inTransaction(db, async (tx) => {
      const withdrawal = await lockWithSender(tx, id)
      const made = await good.bookReplacement(
        tx,
        withdrawal,
        ids.map((bar) => ({ id: bar })),
        { by: packer, approver: operatorA, at: now(), policyVersion: '0' },
      )
      const set = { ended_at: now(), ended_entry: String(made.entry) }
      await advance(tx, withdrawalMoves, id, { to: 'Replaced', by: packer, at: now(), set })
      return made.id
    })

  return { bars, choose, request, one, moveOn, approve, end, pack, send, credit, replace }
}
