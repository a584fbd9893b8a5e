import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import type { Fact } from '@ingot/endpoints/operator-fields'
import type { BarSize, WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { type Amount, amountOf } from '@ingot/money/amount'
import { shownText } from '@ingot/money/amount-text'
import * as z from 'zod/mini'
import { type Decision, decision } from '../../approvals/decision.ts'
import { reverseDocuments } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import { timeText } from '../../mail/mails.ts'
import { snapshotIn } from '../../policy-versions/snapshot.ts'
import { idIn, refuseOwn } from './approving.ts'
import { assayedBars, assayFacts, assayGiven, takeInAssayed } from './assaying.ts'
import { bookCredit, bookReplacement } from './booking-good.ts'
import { vaultRoles } from './desk.ts'
import { tellOf } from './handing.ts'
import { pickFreeBars } from './making-good-store.ts'
import { withdrawalMoves } from './rules.ts'
import type { StoredWithdrawal } from './store.ts'
import { lockWithSender, type Withdrawals } from './withdrawals.ts'

// What was lost or came back is made good in grams, by two operators. Everything is looked at again in the transaction that does it.

const trusted = { asks: vaultRoles, approves: vaultRoles }

const lockIn = async (tx: Tx, thing: string, state: WithdrawalState): Promise<StoredWithdrawal> => {
  const withdrawal = await lockWithSender(tx, idIn(thing))
  if (withdrawal.state !== state) throw new Failure('StateChanged')
  return withdrawal
}

/** Another text as soon as it was moved on, or came to the same state again. */
const versionOf = ({ state, handovers, reason, history }: StoredWithdrawal): string =>
  [state, handovers, reason ?? '', history.length].join(' ')

const sizesOf = (sizes: readonly BarSize[]): string => {
  const counts = new Map<string, number>()
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1)
  return [...counts].map(([size, count]) => `${count} × ${size} g`).join(', ')
}

const qmgt = (units: bigint): Amount<'QMGT'> => amountOf('QMGT', units)

/** Grams are made good out of the treasury, so it has to have them. */
const checkTreasury = async (tx: Tx, units: bigint): Promise<void> => {
  const there = await balanceOf(tx, houseAccount('QMGT', 'treasury'))
  if (there.units < units)
    throw new Failure(
      'StateChanged',
      {},
      `The treasury has ${shownText(there)}, and this takes ${shownText(qmgt(units))}. Please issue some first.`,
    )
}

const beforeOf = (withdrawal: StoredWithdrawal): Fact[] => {
  const { number, state, reason, history, bars, grams, parcel, parcels } = withdrawal
  const since = history.at(-1)?.at
  return [
    {
      name: 'Withdrawal',
      value: `${number}${parcels > 1 ? `, parcel ${parcel} of ${parcels}` : ''}, ${state}${since ? ` since ${timeText(new Date(since))}` : ''}`,
    },
    ...(reason === null ? [] : [{ name: 'Why', value: reason }]),
    { name: 'Bars', value: bars.map((bar) => `${bar.grossGrams} g, ${bar.refiner} ${bar.serial}`).join('; ') },
    { name: 'Given for them', value: shownText(grams) },
  ]
}

type End = { to: 'Credited' | 'Replaced'; entry: bigint; operator: string; at: Date; why: string }

/** Its end, its delivery note and its mail. */
const endIn = async (
  tx: Tx,
  withdrawals: Withdrawals,
  withdrawal: StoredWithdrawal,
  { to, entry, operator, at, why }: End,
): Promise<void> => {
  const { id, customer } = withdrawal
  const by = `operator:${operator}`
  const set = { ended_at: at, ended_entry: String(entry), release_code: null, courier_link: null }
  await advance(tx, withdrawalMoves, id, { from: withdrawal.state, to, by, at, why, set })
  await tellOf(tx, withdrawals, withdrawal, { kind: to === 'Credited' ? 'credited' : 'replaced', at })
  await reverseDocuments(withdrawals.kyc, tx, { customer, subject: id }, { by, why })
}

const refuseBoth = (withdrawal: StoredWithdrawal, { asker, decider }: { asker: string; decider: string }) => {
  for (const operator of [asker, decider]) refuseOwn(withdrawal, operator)
}

const creditLost = (withdrawals: Withdrawals) =>
  decision({
    ...{ action: 'credit-withdrawal', title: 'Credit a lost withdrawal', ...trusted },
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const withdrawal = await lockIn(tx, thing, 'Lost')
      const { grams, fee } = withdrawal
      await checkTreasury(tx, grams.units)
      const fees = fee.units === 0n ? 'There were no fees.' : `The fees of ${shownText(fee)} are given back.`
      return {
        ...{ version: versionOf(withdrawal), customer: withdrawal.customer, before: beforeOf(withdrawal) },
        after: [
          { name: 'Withdrawal', value: 'Credited: it ends with this' },
          { name: 'The customer gets', value: `${shownText(qmgt(grams.units))} from the treasury` },
          { name: 'Fees', value: fees },
        ],
        told: 'An e-mail says that it was lost and what was credited for it.',
      }
    },
    do: async (tx, { thing, now: at, ...operators }) => {
      const withdrawal = await lockIn(tx, thing, 'Lost')
      refuseBoth(withdrawal, operators)
      const operator = operators.decider
      const { entry } = await bookCredit(tx, withdrawal, { by: `operator:${operator}`, at, withFees: true })
      await endIn(tx, withdrawals, withdrawal, { to: 'Credited', entry, operator, at, why: 'lost, and credited' })
    },
  })

/** Bars of the same sizes; or which of them the vault has not. */
const pickIn = async (tx: Tx, { bars }: StoredWithdrawal, at: Date) => {
  const sizes = bars.map(({ grossGrams }) => grossGrams)
  const picked = await pickFreeBars(tx, sizes, at)
  const left = [...sizes]
  for (const { size } of picked) left.splice(left.indexOf(size), 1)
  if (left.length > 0)
    throw new Failure('StateChanged', {}, `The vault has too few free bars: ${sizesOf(left)} more would be needed.`)
  return picked
}

const replaceLost = (withdrawals: Withdrawals) =>
  decision({
    ...{ action: 'replace-withdrawal', title: 'Replace a lost withdrawal', ...trusted },
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const withdrawal = await lockIn(tx, thing, 'Lost')
      const { grams } = withdrawal
      await checkTreasury(tx, grams.units)
      const picked = await pickIn(tx, withdrawal, withdrawals.now())
      return {
        ...{ version: versionOf(withdrawal), customer: withdrawal.customer, before: beforeOf(withdrawal) },
        after: [
          { name: 'Withdrawal', value: 'Replaced: it ends with this, and a new one without fees is approved' },
          { name: 'Bars', value: `${sizesOf(picked.map(({ size }) => size))}, which are kept for the customer` },
          { name: 'From the treasury', value: `${shownText(qmgt(grams.units))}, by what the new bars weigh` },
          { name: 'Then', value: 'Somebody other than whoever approves this packs it' },
        ],
        told: 'An e-mail says that it was lost and that other bars are on their way.',
      }
    },
    do: async (tx, { thing, now: at, ...operators }) => {
      const withdrawal = await lockIn(tx, thing, 'Lost')
      refuseBoth(withdrawal, operators)
      const operator = operators.decider
      const bars = await pickIn(tx, withdrawal, at)
      const { version } = await snapshotIn(tx)
      const how = { by: `operator:${operator}`, approver: operator, at, policyVersion: version }
      const { entry } = await bookReplacement(tx, withdrawal, bars, how)
      await endIn(tx, withdrawals, withdrawal, { to: 'Replaced', entry, operator, at, why: 'lost, and replaced' })
    },
  })

const takeBack = (withdrawals: Withdrawals) =>
  decision({
    ...{ action: 'take-back-withdrawal', title: 'Take a returned withdrawal back', ...trusted },
    given: assayGiven,
    look: async (tx, { thing, given }) => {
      const withdrawal = await lockIn(tx, thing, 'Returned')
      const { grams } = withdrawal
      const bars = assayedBars(withdrawal, given)
      await checkTreasury(tx, grams.units)
      return {
        ...{ version: versionOf(withdrawal), customer: withdrawal.customer, before: beforeOf(withdrawal) },
        after: [
          { name: 'Withdrawal', value: 'Credited: it ends with this' },
          { name: 'Assay', value: given.reference ?? '' },
          ...assayFacts(withdrawal, bars),
          { name: 'The customer gets', value: `${shownText(qmgt(grams.units))} from the treasury. The fees stay.` },
        ],
        told: 'An e-mail says that it came back and what was credited for it.',
      }
    },
    do: async (tx, { thing, given, approval, now: at, ...operators }) => {
      const withdrawal = await lockIn(tx, thing, 'Returned')
      refuseBoth(withdrawal, operators)
      const operator = operators.decider
      await takeInAssayed(tx, withdrawal, assayedBars(withdrawal, given), { causedBy: `approval:${approval}`, at })
      const { entry } = await bookCredit(tx, withdrawal, { by: `operator:${operator}`, at, withFees: false })
      const why = `returned, and credited after assay ${given.reference}`
      await endIn(tx, withdrawals, withdrawal, { to: 'Credited', entry, operator, at, why })
    },
  })

/** What takes two operators. */
export const withdrawalDecisions = (withdrawals: Withdrawals): Decision[] => [
  creditLost(withdrawals),
  replaceLost(withdrawals),
  takeBack(withdrawals),
]
