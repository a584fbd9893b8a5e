import type { Trading } from './service.ts'

/** What an operator should see of price and backing. Nothing, as long as there never was a price. */
export const tradingHealth = async ({ board }: Trading) => {
  const [latest, { suspect, usdau: isShort }, secondIsSilent] = await Promise.all([
    board.latest(),
    board.stops(),
    board.isSecondSilent(),
  ])
  if (!latest && !suspect) return []
  const problem = suspect
    ? 'suspect: nothing is traded until the second source agrees or two operators confirm the price'
    : latest?.market === 'stale'
      ? 'stale'
      : secondIsSilent
        ? 'the second source is silent'
        : undefined
  return [
    { name: 'price', ok: !problem, ...(problem && { problem }) },
    { name: 'usdau', ok: !isShort, ...(isShort && { problem: 'too little gold behind it: its sale is stopped' }) },
  ]
}
