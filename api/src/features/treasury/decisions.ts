import type { Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import type { Role } from '@ingot/endpoints/roles'
import { issuedTokens, isTrancheName, operatorStop, suspenseOf } from '@ingot/endpoints/treasury'
import { amountText, walletAssets } from '@ingot/endpoints/wallet-fields'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { allowIssuing, lockStop, refuseIfStopped } from '@ingot/ledger/issuing'
import { LedgerError, type LedgerRefusal } from '@ingot/ledger/ledger-error'
import { claimSuspense, gramsBehind, issueTranche, isTrancheKnown, type TrancheOrder } from '@ingot/ledger/treasury'
import type { Cover } from '@ingot/ledger/usdau'
import { type Amount, add, amountOf, compare, subtract } from '@ingot/money/amount'
import { formatAmount, isShownWhole, parseAmount, shownText } from '@ingot/money/amount-text'
import type { Asset, OnChainAsset } from '@ingot/money/assets'
import { formatDecimal } from '@ingot/money/decimal'
import { MoneyError } from '@ingot/money/money-error'
import * as z from 'zod/mini'
import { decision } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { countsAt, marketAt } from '../trade/market.ts'
import { readBoard } from '../trade/price-store.ts'
import { claimableOf } from './rules.ts'
import { causeOf, readLyingElsewhere } from './store.ts'
import type { Treasury } from './treasury.ts'

const issuers: readonly Role[] = ['Owner', 'Vault']
const claimers: readonly Role[] = ['Owner', 'Finance']
const stoppers: readonly Role[] = ['Owner', 'Finance', 'Vault']

/** What is decided is told to the last digit. */
const exactText = (amount: Amount<Asset>): string =>
  isShownWhole(amount) ? shownText(amount) : `${formatAmount(amount)} ${amount.asset}`

/** The vault's gold is told in grams. */
const gramsText = (grams: Amount<'XAU'>): string => shownText(grams).replace(/XAU$/, 'g')

const refusals: Partial<Record<LedgerRefusal, string>> = {
  VaultExhausted: 'The vault has too little free gold for this by now. Nothing was issued.',
  ReferenceReused: 'A tranche of this name was issued in the meantime. Nothing was issued; please choose another name.',
  BalanceTooLow: 'Less lies in suspense by now. Nothing was claimed.',
}

/** What the ledger refuses, as those who decide should read it. */
const inWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    if (!(error instanceof LedgerError)) throw error
    const words =
      error.refusal === 'IssuingStopped'
        ? `Issuing is stopped. ${error.message.replace('IssuingStopped: ', 'Reason: ')}`
        : refusals[error.refusal]
    throw words === undefined ? error : new ProblemForPeople(words)
  })

/** The price in force, if it is believed and fresh, and the margin in force: nobody hands them in. */
const coverIn = async (tx: Tx, at: Date): Promise<Cover> => {
  const { reading, stops } = await readBoard(tx)
  const market = reading && marketAt(reading, stops, at, policy.price)
  if (stops.suspect)
    throw new ProblemForPeople('The gold price is in doubt, so no USDAU is issued until it is checked.')
  if (!reading || !market || !countsAt(market))
    throw new ProblemForPeople('The gold price is too old, so no USDAU is issued until there is a newer one.')
  return { price: reading, marginBasisPoints: (await numbersIn(tx, at)).trade.usdauMargin }
}

const tranche = z.strictObject({ asset: z.enum(issuedTokens), amount: amountText })

const orderIn = async (tx: Tx, { asset, amount }: z.output<typeof tranche>, at: Date): Promise<TrancheOrder> =>
  asset === 'USDAU'
    ? { amount: parseAmount(asset, amount), cover: await coverIn(tx, at) }
    : { amount: parseAmount(asset, amount) }

/** More than an amount can be is more than any vault has. */
const gramsNeeded = (order: TrancheOrder): Amount<'XAU'> => {
  try {
    return gramsBehind(order)
  } catch (error) {
    if (error instanceof MoneyError) throw new Failure('InvalidInput', {}, 'No vault has gold for so much.')
    throw error
  }
}

/** How the grams behind a tranche come about; those of dollars are counted anew when it is approved. */
const behindText = (order: TrancheOrder, grams: Amount<'XAU'>): string => {
  if (!('cover' in order)) return gramsText(grams)
  const { price, marginBasisPoints } = order.cover
  const percent = formatDecimal({ value: marginBasisPoints, scale: 2 })
  return `${gramsText(grams)} at ${formatDecimal(price.perOunce)} USD for an ounce, which is ${percent} % of its worth; the price at the moment of approval counts`
}

/**
 * The thing is the tranche's name, which is used once. Stock and free gold move with every trade and each minute's margin, and
 * decide nothing as long as they suffice: what the two go by is the amount, which is given, and for dollars the margin.
 */
export const issueTrancheDecision = ({ now }: Pick<Treasury, 'now'>) =>
  decision({
    action: 'issue-tranche',
    title: 'Issue a tranche',
    asks: issuers,
    approves: issuers,
    given: tranche,
    look: async (tx, { thing, given }) => {
      if (!isTrancheName(thing, given.asset)) return
      await inWords(refuseIfStopped(tx))
      if (await isTrancheKnown(tx, thing))
        throw new ProblemForPeople(`A tranche named ${thing} was issued before. Please choose another name.`)
      const order = await orderIn(tx, given, now())
      const grams = gramsNeeded(order)
      const free = await balanceOf(tx, houseAccount('XAU', 'unallocated'))
      if (compare(free, grams) < 0)
        throw new ProblemForPeople(
          `This takes ${gramsText(grams)}, and only ${gramsText(free)} in the vault are free. Issue less, or take in bars first.`,
        )
      const { amount } = order
      const stock = await balanceOf(tx, houseAccount<OnChainAsset>(amount.asset, 'treasury'))
      return {
        version: 'cover' in order ? `margin ${order.cover.marginBasisPoints}` : 'grams',
        customer: null,
        before: [
          { name: 'Free gold', value: gramsText(free) },
          { name: 'Treasury', value: shownText(stock) },
        ],
        after: [
          { name: 'Issued', value: exactText(amount) },
          { name: 'Set aside', value: behindText(order, grams) },
          { name: 'Free gold', value: gramsText(subtract(free, grams)) },
          { name: 'Treasury', value: shownText(add(stock, amountOf(stock.asset, amount.units))) },
        ],
        told: null,
      }
    },
    do: async (tx, { thing, given, approval, now: at }) => {
      const order = await orderIn(tx, given, at)
      await inWords(issueTranche(tx, order, { name: thing, causedBy: causeOf(approval) }))
    },
  })

const assetOf = (thing: string): OnChainAsset | undefined => walletAssets.find((asset) => suspenseOf(asset) === thing)

/** Anybody can send to the house's address, so what lies there may grow as it likes: what is claimed is what was given. */
export const claimSuspenseDecision = ({ address }: Pick<Treasury, 'address'>) =>
  decision({
    action: 'claim-suspense',
    title: 'Book what lies in suspense as the treasury’s',
    asks: claimers,
    approves: claimers,
    given: z.strictObject({ amount: amountText }),
    look: async (tx, { thing, given }) => {
      const asset = assetOf(thing)
      if (!asset) return
      const amount = parseAmount(asset, given.amount)
      const [suspense, stock] = [
        await balanceOf(tx, houseAccount(asset, 'suspense')),
        await balanceOf(tx, houseAccount(asset, 'treasury')),
      ]
      const elsewhere = await readLyingElsewhere(tx, address)
      const claimable = amountOf(asset, claimableOf(suspense.units, elsewhere.get(asset)))
      if (compare(claimable, amount) < 0)
        throw new ProblemForPeople(
          `Only ${exactText(claimable)} of what lies in suspense is at the treasury’s own address. Please claim no more than that.`,
        )
      return {
        version: 'amount',
        customer: null,
        before: [
          { name: 'Suspense', value: shownText(suspense) },
          { name: 'Treasury', value: shownText(stock) },
        ],
        after: [
          { name: 'Claimed', value: exactText(amount) },
          { name: 'Suspense', value: shownText(subtract(suspense, amount)) },
          { name: 'Treasury', value: shownText(add(stock, amount)) },
        ],
        told: null,
      }
    },
    do: async (tx, { thing, given, approval }) => {
      const asset = assetOf(thing)
      if (!asset) throw new Failure('NotFound')
      const amount = parseAmount(asset, given.amount)
      await inWords(claimSuspense(tx, amount, { name: approval, causedBy: causeOf(approval) }))
    },
  })

/** Lifts the stop that was looked at. Whoever stops once more in the meantime has the last word. */
export const allowIssuingDecision = decision({
  action: 'allow-issuing',
  title: 'Allow issuing again',
  asks: stoppers,
  approves: stoppers,
  given: z.strictObject({}),
  look: async (tx, { thing }) => {
    if (thing !== operatorStop) return
    const stop = await lockStop(tx, 'operator')
    if (!stop) throw new ProblemForPeople('No operator has stopped issuing.')
    return {
      version: `${stop.since.toISOString()} ${stop.times}`,
      customer: null,
      before: [{ name: 'Issuing', value: `Stopped. Reason: ${stop.reason}` }],
      after: [{ name: 'Issuing', value: 'Allowed, unless the reconciliation or the reserves have stopped it' }],
      told: null,
    }
  },
  do: (tx) => allowIssuing(tx),
})
