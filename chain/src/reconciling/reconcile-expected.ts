import type { Settlement } from '@ingot/ledger/settlement'
import type { OnChainAsset } from '@ingot/money/assets'
import type { Address } from 'viem'
import { plain } from '../address-book.ts'
import type { Addresses } from '../deploying/deploy.ts'
import type { Books } from './reconcile-books.ts'

/** All that exists of a token, a wallet, or an owner who has no wallet. */
export type Place = 'supply' | Address | `customer:${string}`

/** Something that ledger and chain do not have alike yet, and why. */
export type InFlight = {
  kind: 'settlement' | 'mint' | 'not-booked'
  asset: OnChainAsset
  units: bigint
  /** The ledger's entry; for what is not booked, the wallet it lies in. */
  subject: string
  state: string
}

/** What should be at a place: what the ledger says, and what has still to happen there. */
export type Expected = { place: Place; asset: OnChainAsset; ledger: bigint; inFlight: bigint }

/** What the chain has told about a block: entries that were settled by then, tranches that were minted. */
export type Done = { settled: ReadonlySet<bigint>; minted: ReadonlySet<bigint> }

/** What should be on the chain at the cursor's block, place by place. */
export function expectedOf(
  books: Books,
  done: Done,
  addresses: Addresses,
): { expected: Expected[]; inFlight: InFlight[] } {
  const sums = new Map<string, Expected>()
  const add = (what: 'ledger' | 'inFlight', place: Place, asset: OnChainAsset, units: bigint) => {
    const key = `${place} ${asset}`
    const sum = sums.get(key) ?? { place, asset, ledger: 0n, inFlight: 0n }
    sum[what] += units
    sums.set(key, sum)
  }
  const treasury = plain(addresses.treasury)
  const wallets = new Map<string, Place>([...books.book].map(([address, owner]) => [owner, address]))
  wallets.set('house', treasury)
  const walletOf = (owner: string): Place => wallets.get(owner) ?? (owner as Place)
  const inFlight: InFlight[] = []

  for (const { owner, asset, units } of books.sums) add('ledger', walletOf(owner), asset, units)
  for (const [asset, units] of books.issued) add('ledger', 'supply', asset, units)

  for (const { wallet, asset, units, booked } of books.lying) {
    if (wallet === 'all') add('ledger', treasury, asset, -units)
    else if (booked) add('ledger', wallet, asset, units)
    else {
      add('inFlight', wallet, asset, units)
      inFlight.push({ kind: 'not-booked', asset, units, subject: wallet, state: 'too-large' })
    }
  }

  for (const settlement of books.settlements) {
    const { entry, amount, source, target, state } = settlement
    if (done.settled.has(entry)) continue
    const [from, to] = [placeOf(source, walletOf), placeOf(target, walletOf)]
    if (from) add('inFlight', from, amount.asset, from === 'supply' ? -amount.units : amount.units)
    if (to) add('inFlight', to, amount.asset, to === 'supply' ? amount.units : -amount.units)
    inFlight.push({ kind: 'settlement', asset: amount.asset, units: amount.units, subject: String(entry), state })
  }

  for (const { entry, asset, units, mint } of books.tranches) {
    if (done.minted.has(entry)) continue
    add('inFlight', treasury, asset, -units)
    add('inFlight', 'supply', asset, -units)
    inFlight.push({ kind: 'mint', asset, units, subject: String(entry), state: mint?.state ?? 'waiting' })
  }
  return { expected: [...sums.values()], inFlight }
}

type Side = Settlement['source']

/** What a side of a settlement moves on the chain: a wallet, the supply when it is burnt, or nothing of ours. */
function placeOf({ owner, purpose }: Side, walletOf: (owner: string) => Place): Place | undefined {
  if (owner !== 'house') return walletOf(owner)
  if (purpose === 'issued') return 'supply'
  return purpose === 'in-transit' || purpose === 'outside' ? undefined : walletOf(owner)
}
