import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type * as calls from '@ingot/endpoints/treasury'
import { type IssuedToken, issuedTokens } from '@ingot/endpoints/treasury'
import { balancesOf } from '@ingot/ledger/balance'
import { issuingStopped } from '@ingot/ledger/issuing'
import { readIssued } from '@ingot/ledger/token-books'
import { gramsBehind } from '@ingot/ledger/treasury'
import type { Cover } from '@ingot/ledger/usdau'
import { amountOf } from '@ingot/money/amount'
import { parseAmount } from '@ingot/money/amount-text'
import { type Asset, assetTable, isOnChainAsset } from '@ingot/money/assets'
import { formatDecimal } from '@ingot/money/decimal'
import { readShortages } from '../../deals/shortage-store.ts'
import type { List } from '../../lists.ts'
import { namesOf } from '../identity/store.ts'
import { countsAt } from '../trade/market.ts'
import { claimableOf, missingStock, namesOfDay, nextOf, positive, stateOf, wantedStock } from './rules.ts'
import * as store from './store.ts'
import type { Treasury } from './treasury.ts'

type Shown = ReplyOf<typeof calls.readTreasury>['data']

/** How many are shown: the newest, by which the work of the day is done. */
const tranchesShown = 50
const arrivalsShown = 20
const differencesShown = 10
/** Tranches of one token on one day, for which a name is offered. */
const namesADay = 20

/** What the house has, by asset and what it is for; nothing where there is no account. */
type Held = (asset: Asset, purpose: string) => bigint

const readHeld = async ({ db }: Treasury): Promise<Held> => {
  const balances = await balancesOf(db, 'house')
  return (asset, purpose) =>
    balances.find((each) => each.amount.asset === asset && each.purpose === purpose)?.amount.units ?? 0n
}

/** What the chain says may be any number, and is only shown. */
const textOf = (units: bigint | string, asset: Asset = 'XAU'): string =>
  formatDecimal({ value: BigInt(units), scale: assetTable[asset].decimals })

/** What a dollar of USDAU would take now; undefined while no price counts. */
const readCover = async ({ trading }: Treasury): Promise<Cover | undefined> => {
  const [latest, { trade }] = await Promise.all([trading.board.latest(), trading.numbers.now()])
  if (!latest || !countsAt(latest.market)) return
  return { price: latest.reading, marginBasisPoints: trade.usdauMargin }
}

const isCovered = (asset: IssuedToken, units: bigint, free: bigint, cover: Cover | undefined): boolean | null => {
  if (asset !== 'USDAU') return units <= free
  return cover ? gramsBehind({ amount: amountOf('USDAU', units), cover }).units <= free : null
}

const readStocks = async (treasury: Treasury, held: Held, issued: Issued): Promise<Shown['stocks']> => {
  const { db, now, trading, takenInWeek } = treasury
  const [taken, numbers, cover, short] = await Promise.all([
    takenInWeek(),
    trading.numbers.now(),
    readCover(treasury),
    readShortages(db, now()),
  ])
  const { stockDays, leastStock } = numbers.treasury
  const names = issuedTokens.flatMap((asset) => namesOfDay(asset, now(), namesADay))
  const known = await store.readKnownNames(db, names)
  return issuedTokens.map((asset) => {
    const sold = positive(taken.get(asset) ?? 0n)
    const refused = short.find((each) => each.wanted.asset === asset)?.wanted.units
    const least = parseAmount(asset, leastStock[asset]).units
    const [stock, wanted] = [held(asset, 'treasury'), wantedStock(sold, { stockDays, least, refused })]
    const missing = missingStock(asset, stock, wanted)
    const free = held('XAU', 'unallocated')
    const daily = namesOfDay(asset, now(), namesADay)
    return {
      asset,
      ...{ stock: textOf(stock, asset), issued: textOf(issued.get(asset) ?? 0n, asset) },
      ...{ sold: textOf(sold, asset), wanted: textOf(wanted, asset) },
      proposal:
        missing === undefined
          ? null
          : { amount: textOf(missing, asset), isCovered: isCovered(asset, missing, free, cover) },
      nextName: daily.find((name) => !known.has(name)) ?? '',
    }
  })
}

type Issued = Awaited<ReturnType<typeof readIssued>>
type Attested = Awaited<ReturnType<typeof store.readAttested>>

const capOf = (attested: Attested, asset: IssuedToken): bigint | undefined => {
  const row = attested.find((each) => each.asset === asset)
  return row && BigInt(row.units)
}

const isWithinCap = (asset: IssuedToken, issued: Issued, attested: Attested): boolean =>
  (issued.get(asset) ?? 0n) <= (capOf(attested, asset) ?? -1n)

const vaultOf = (held: Held): bigint =>
  held('XAU', 'unallocated') + held('XAU', 'allocated') + held('XAU', 'behind-usdau')

/** Due when the chain knows another vault, or less of a token than was issued: that much could not be minted. */
const attestationOf = (held: Held, issued: Issued, attested: Attested): Shown['attestation'] => {
  const [books, vault] = [vaultOf(held), attested.find(({ asset }) => asset === 'XAU')]
  return {
    books: textOf(books),
    attested: vault ? { grams: textOf(vault.grams), block: vault.block, at: vault.seen_at.toISOString() } : null,
    shares: issuedTokens.map((asset) => {
      const cap = capOf(attested, asset)
      return {
        asset,
        issued: textOf(issued.get(asset) ?? 0n, asset),
        cap: cap === undefined ? null : textOf(cap, asset),
      }
    }),
    isDue: vault
      ? BigInt(vault.grams) !== books || !issuedTokens.every((asset) => isWithinCap(asset, issued, attested))
      : null,
  }
}

const shownTranche = (row: store.TrancheRow, issued: Issued, attested: Attested): Shown['tranches'][number] => {
  const { reference, asset, units, grams, at, asker, approver, hash, block, reason } = row
  const state = stateOf(row)
  return {
    name: reference.replace(/^tranche:/, ''),
    ...{ asset, amount: textOf(units, asset), grams: textOf(grams), at: at.toISOString() },
    ...{ asker, approver, state, hash, block, reason },
    next: nextOf(state, isWithinCap(asset, issued, attested)),
  }
}

const onChain = (Object.keys(assetTable) as Asset[]).filter(isOnChainAsset)

const readSuspense = async ({ db, address }: Treasury, held: Held): Promise<Shown['suspense']> => {
  const elsewhere = await store.readLyingElsewhere(db, address)
  return onChain.flatMap((asset) => {
    const units = held(asset, 'suspense')
    const claimable = textOf(claimableOf(units, elsewhere.get(asset)), asset)
    return units === 0n ? [] : [{ asset, amount: textOf(units, asset), claimable }]
  })
}

const readArrivals = async ({ db }: Treasury): Promise<Shown['arrivals']> =>
  (await store.readArrivals(db, arrivalsShown)).map(({ asset, units, sender, hash, seen_at }) => ({
    ...{ asset, amount: textOf(units, asset), sender, hash },
    at: seen_at.toISOString(),
  }))

const readLimits = async ({ db }: Treasury): Promise<Shown['limits']> =>
  (await store.readLimits(db)).map(({ asset, units, left_units, raise_units, raise_from, seen_at }) => ({
    ...{ asset, limit: textOf(units, asset), left: textOf(left_units, asset) },
    raise:
      raise_units === null || raise_from === null
        ? null
        : { limit: textOf(raise_units, asset), from: raise_from.toISOString() },
    at: seen_at.toISOString(),
  }))

/** All of it as of now, for those who look after it. */
export const readTreasury = async (treasury: Treasury): Promise<Shown> => {
  const { db } = treasury
  const [held, issued, attested] = await Promise.all([readHeld(treasury), readIssued(db), store.readAttested(db)])
  const [stocks, tranches, suspense, arrivals, limits, stops] = await Promise.all([
    readStocks(treasury, held, issued),
    store.readTranches(db, tranchesShown),
    readSuspense(treasury, held),
    readArrivals(treasury),
    readLimits(treasury),
    issuingStopped(db),
  ])
  return {
    freeGold: textOf(held('XAU', 'unallocated')),
    stocks,
    tranches: tranches.map((row) => shownTranche(row, issued, attested)),
    attestation: attestationOf(held, issued, attested),
    ...{ suspense, arrivals, limits },
    stops: stops.map(({ by, reason, since }) => ({ by, reason, since: since.toISOString() })),
  }
}

const resultOf = ({ problem, difference_count }: store.RunRow): calls.ReconciliationRun['result'] => {
  if (problem !== null) return 'Unfinished'
  return difference_count > 0 ? 'Differ' : 'Agree'
}

export const reconciliationList = ({
  db,
}: Treasury): List<{ show?: 'all' | 'trouble' | undefined }, store.RunRow, calls.ReconciliationRun> => ({
  read: ({ show }, stretch) => store.readRuns(db, show === 'trouble', stretch),
  number: ({ id }) => id,
  show: async (rows) => {
    const shown = rows.map((row) => ({ ...row, differences: row.differences.slice(0, differencesShown) }))
    const owners = shown.flatMap(({ differences }) => differences.map(({ owner }) => owner ?? 'house'))
    const names = await namesOf(db, owners)
    return shown.map((row) => ({
      ...{ id: row.id, at: row.at.toISOString(), block: row.block, result: resultOf(row), problem: row.problem },
      differences: row.differences.map(({ token, place, owner, difference }) => ({
        ...{ asset: token, place, difference },
        customer: names.get(owner ?? 'house') ?? null,
      })),
      ...{ differenceCount: row.difference_count, inFlight: row.in_flight_count },
      ...{ wallets: row.wallets, isWhole: row.whole },
    }))
  },
})
