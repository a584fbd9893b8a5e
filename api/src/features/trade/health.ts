import type { Trading } from './service.ts'

/** What an operator should see of price and backing. Nothing, as long as there never was a price. */
export const tradingHealth = async ({ board }: Trading) => {
  const [latest, { usdau: isShort }] = await Promise.all([board.latest(), board.stops()])
  if (!latest) return []
  const isStale = latest.market === 'stale'
  return [
    { name: 'price', ok: !isStale, ...(isStale && { problem: 'stale' }) },
    { name: 'usdau', ok: !isShort, ...(isShort && { problem: 'too little gold behind it: its sale is stopped' }) },
  ]
}
