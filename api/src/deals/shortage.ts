import type { Db } from '@ingot/db/connect'
import { type Account, houseAccount, nameOf } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { LedgerError, type LedgerRefusal } from '@ingot/ledger/ledger-error'
import type { Move } from '@ingot/ledger/post'
import { amountOf, isZero } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { Failure } from '../failure.ts'
import type { HealthPart } from '../feature.ts'
import { noteShortage, readShortages } from './shortage-store.ts'

type Doing = { db: Db; now: () => Date }

/** What is issued with a deal takes gold that nobody was promised: then the vault has too little, and no treasury. */
const shortages: readonly LedgerRefusal[] = ['BalanceTooLow', 'VaultExhausted']

/** What the ledger refused, in words for the customer; operators are told what the house lacked. By then nothing was moved. */
export const namingShortage = async <T>(
  { db, now }: Doing,
  work: (trying: (moves: readonly Move[]) => void) => Promise<T>,
): Promise<T> => {
  let moves: readonly Move[] = []
  try {
    return await work((tried) => {
      moves = tried
    })
  } catch (error) {
    if (!(error instanceof LedgerError) || !shortages.includes(error.refusal)) throw error
    // Whoever could not have paid learns just that, and alarms nobody.
    if (error.account?.startsWith('customer:') || (await cannotPay(db, moves))) throw new Failure('BalanceTooLow')
    const short = moves.find(({ source }) => nameOf(source) === error.account)?.source
    if (short) await noteShortage(db, amountOf(short.asset, takenFrom(short, moves)), now())
    // What the treasury lacks could still be issued as long as there is gold that nobody was promised.
    const isGold = error.account !== 'house/USDT/treasury'
    const vaultIsEmpty = isGold && isZero(await balanceOf(db, houseAccount('XAU', 'unallocated')))
    throw new Failure(vaultIsEmpty ? 'VaultExhausted' : 'TreasuryShort')
  }
}

/** What moves take from an account. */
const takenFrom = (account: Account<Asset>, moves: readonly Move[]): bigint =>
  moves.filter(({ source }) => nameOf(source) === nameOf(account)).reduce((sum, { amount }) => sum + amount.units, 0n)

/** What they bring to it: money that came from outside is passed on by the same entry. */
const broughtTo = (account: Account<Asset>, moves: readonly Move[]): bigint =>
  moves.filter(({ target }) => nameOf(target) === nameOf(account)).reduce((sum, { amount }) => sum + amount.units, 0n)

const cannotPay = async (db: Db, moves: readonly Move[]): Promise<boolean> => {
  for (const { source } of moves) {
    if (source.owner === 'house') continue
    const { units } = await balanceOf(db, source)
    if (units + broughtTo(source, moves) < takenFrom(source, moves)) return true
  }
  return false
}

/** An alarm for as long as something is missing that a customer wanted of late. Strangers are not told how much. */
export const shortageHealth = async ({ db, now }: Doing): Promise<HealthPart[]> => {
  const missing = await readShortages(db, now())
  if (missing.length === 0) return []
  const told = missing.map(
    ({ wanted, stock }) => `${formatAmount(wanted)} ${wanted.asset} were wanted, and ${formatAmount(stock)} are there`,
  )
  // What is bought in groups takes free gold itself, and no tranche.
  const bars = missing.some(({ wanted }) => wanted.asset === 'XAU') ? ' Gold is free again once bars are taken in.' : ''
  return [
    {
      name: 'treasury',
      ok: false,
      problem: `too little of ${missing.map(({ wanted }) => wanted.asset).join(', ')}: customers were turned away`,
      advice: `${told.join('; ')}. Issue a tranche on the treasury’s page, or send dollars to the treasury.${bars}`,
    },
  ]
}
