/** Which price is believed, for how long, and what the chart shows of it. */
export const price = {
  /** How often the feed is asked for a new price. */
  readSeconds: 5,
  /** While the market is open, an older price is stale. Somewhat more than the feed's own heartbeat. */
  staleAfterMinutes: 90,
  /** While it is closed, the last price counts this long: a weekend with a holiday on either side. */
  closedStaleAfterHours: 100,
  /** If the feed could not be asked for so long, it may have moved without us: the price is stale. */
  silentAfterSeconds: 60,
  /**
   * In basis points: a round further than this from the last believed one, from the median of the last hour, or from
   * the second source is doubted, and nothing is traded until the second source agrees or two operators confirm it.
   */
  lastBasisPoints: 200n,
  medianBasisPoints: 300n,
  secondBasisPoints: 100n,
  /** Rounds that came while nobody looked are left out of the chart if they are further than this from the one after. */
  missedBasisPoints: 1_000n,
  /** How often the second source is asked, and how often while a round is doubted. */
  secondReadSeconds: 30,
  secondReadInDoubtSeconds: 5,
  /** While the market is open, an older price of the second source neither proves nor disproves anything. */
  secondStaleAfterMinutes: 10,
  /** If it has said nothing for so long while the market is open, that is an alarm. */
  secondSilentAfterMinutes: 30,
  /** While the gold market is closed: quote on with the wider spread, or stop. */
  whenClosed: 'quote' as 'quote' | 'stop',
  /** How long a process answers from what it last read of the database. */
  cacheMilliseconds: 1000,
  /** With fewer candles than this, the last day is too little to begin with, and the chart begins with a week. */
  fewestCandlesOfDay: 12,
  /** What the chart shows: how long each candle is, how far a range reaches, and how long its candles are kept. */
  ranges: {
    '1D': { seconds: 300, hours: 24, keptHours: 4 * 24 },
    '1W': { seconds: 1800, hours: 7 * 24, keptHours: 10 * 24 },
    '1M': { seconds: 7200, hours: 31 * 24, keptHours: 35 * 24 },
    '1Y': { seconds: 86_400, hours: 366 * 24, keptHours: 370 * 24 },
  },
} as const
