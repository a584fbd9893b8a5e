import type { IssuedToken } from '@ingot/endpoints/treasury'
import { assetTable } from '@ingot/money/assets'
import type { TrancheRow } from './store.ts'

const weekDays = 7n

const unitOf = (asset: IssuedToken): bigint => 10n ** BigInt(assetTable[asset].decimals)

export const positive = (units: bigint): bigint => (units > 0n ? units : 0n)

/** What can be claimed of what lies in suspense: only what lies where the treasury can send it from. */
export const claimableOf = (suspense: bigint, elsewhere: bigint = 0n): bigint => positive(suspense - elsewhere)

type StockRules = { stockDays: number; least: bigint; refused?: bigint | undefined }

/** What the stock of a token should be, by what customers took of it in a week, and what one was refused of late. */
export const wantedStock = (soldInWeek: bigint, { stockDays, least, refused = 0n }: StockRules): bigint => {
  const forSales = (soldInWeek * BigInt(stockDays)) / weekDays
  return [least, refused].reduce((most, each) => (each > most ? each : most), forSales)
}

/** What is missing from the wanted stock, in whole tokens; undefined when nothing is. */
export const missingStock = (asset: IssuedToken, stock: bigint, wanted: bigint): bigint | undefined => {
  if (stock >= wanted) return
  const unit = unitOf(asset)
  return ((wanted - stock + unit - 1n) / unit) * unit
}

/** Names for a tranche of a day, in the order in which they are used up. */
export const namesOfDay = (asset: IssuedToken, at: Date, most: number): string[] => {
  const first = `${asset.toLowerCase()}-${at.toISOString().slice(0, 10)}`
  return Array.from({ length: most }, (_, index) => (index === 0 ? first : `${first}.${index + 1}`))
}

/** A tranche that the chain has not minted is issued; once a try has come to nothing, it has failed until the next one. */
export const stateOf = ({ state }: Pick<TrancheRow, 'state'>) => {
  if (state === null) return 'Issued'
  if (state === 'final') return 'Minted'
  return state === 'open' ? 'Minting' : 'Failed'
}

/** What has to be run for a tranche to come further. Only what is attested can be minted. */
export const nextOf = (state: ReturnType<typeof stateOf>, isAttested: boolean): string | null => {
  if (state === 'Minted') return null
  return `npm run chain -- ${state === 'Minting' || isAttested ? 'mint' : 'attest'}`
}
