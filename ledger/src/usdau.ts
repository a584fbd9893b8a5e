import type { Tx } from '@ingot/db/connect'
import { type Amount, amountOf, compare, isZero, min, subtract } from '@ingot/money/amount'
import { basisPointsOf } from '@ingot/money/basis-points'
import { gramsForUsd, type OuncePrice } from '@ingot/money/gold'
import { type Account, houseAccount } from './account.ts'
import { balanceOf } from './balance.ts'
import { type Move, move, post } from './post.ts'
import { readIssued } from './token-books.ts'

const unallocated = houseAccount('XAU', 'unallocated')
const behindUsdau = houseAccount('XAU', 'behind-usdau')
const issued = houseAccount('USDAU', 'issued')

/** What stands behind a dollar of USDAU: today's price of gold, and how much of it, 10,000 being exactly its worth. */
export type Cover = { price: OuncePrice; marginBasisPoints: bigint }

export const gramsFor = (dollars: Amount<'USDAU'>, { price, marginBasisPoints }: Cover): Amount<'XAU'> =>
  gramsForUsd(basisPointsOf(dollars, marginBasisPoints, 'up'), price, 'XAU', 'up')

/** Issues dollars of gold, with their grams set aside in the same entry. Without the grams there is no sale. */
export const issueUsdauMoves = (amount: Amount<'USDAU'>, cover: Cover, to: Account<'USDAU'>): Move[] => [
  move(gramsFor(amount, cover), { from: unallocated, to: behindUsdau }),
  move(amount, { from: issued, to }),
]

/** Takes dollars of gold back. Their grams come free when the margin is next kept. */
export const redeemUsdauMoves = (amount: Amount<'USDAU'>, from: Account<'USDAU'>): Move[] => [
  move(amount, { from, to: issued }),
]

/** Dollars of gold that were issued and not taken back, wherever they are. */
export const usdauOutstanding = async (tx: Tx): Promise<Amount<'USDAU'>> =>
  amountOf('USDAU', (await readIssued(tx)).get('USDAU') ?? 0n)

export type Margin = { required: Amount<'XAU'>; behind: Amount<'XAU'>; covered: boolean }

/**
 * A dollar of gold is a promise in dollars while its grams were fixed at the price of that day: this sets more grams
 * aside when the price has fallen and frees some when it has risen. If the vault has too few, it takes what there is and
 * answers that the promise is not covered; nothing more can be sold by then, since nothing is unallocated.
 */
export const keepUsdauMargin = async (
  tx: Tx,
  cover: Cover,
  { reference, causedBy }: { reference: string; causedBy: string },
): Promise<Margin> => {
  const required = gramsFor(await usdauOutstanding(tx), cover)
  const behind = await balanceOf(tx, behindUsdau)
  const [isShort, isOver] = [compare(behind, required) < 0, compare(behind, required) > 0]
  const free = await balanceOf(tx, unallocated)
  const amount = isShort
    ? min(subtract(required, behind), free)
    : isOver
      ? subtract(behind, required)
      : amountOf('XAU', 0n)
  if (!isZero(amount)) {
    const between = isShort ? { from: unallocated, to: behindUsdau } : { from: behindUsdau, to: unallocated }
    await post(tx, { reference, kind: 'usdau-margin', causedBy, moves: [move(amount, between)] })
  }
  const after = await balanceOf(tx, behindUsdau)
  return { required, behind: after, covered: compare(after, required) >= 0 }
}
