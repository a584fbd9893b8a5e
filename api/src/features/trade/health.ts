import type { Trading } from './service.ts'

const advice = {
  suspect:
    'Compare it with a source of your own, then ask for a confirmation in its queue, or wait for the second source.',
  silent: 'Look at the log of the worker, and whether the feed and the second source can be reached.',
  short: 'Take a bar into the vault, or wait for the price: USDAU is sold again as soon as its gold is there.',
}

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
    {
      ...{ name: 'price', ok: !problem, ...(problem && { problem, advice: suspect ? advice.suspect : advice.silent }) },
      // Without the second source trading goes on.
      ...((suspect || latest?.market === 'stale') && { stops: 'price' as const }),
    },
    {
      name: 'usdau',
      ok: !isShort,
      ...(isShort && { problem: 'too little gold behind it: its sale is stopped', advice: advice.short }),
    },
  ]
}
