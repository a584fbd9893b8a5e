/** What customers earn for bringing others. Two levels are paid: how many there are is how many rates stand here. */
export const rewards = {
  /** In basis points of the fee, level by level: who brought somebody, and who brought that one. */
  rates: [2000n, 500n],
  /** In dollars: the least that is claimed at once, and what somebody has paid in fees before those above earn by it. */
  leastClaimUsd: '10',
  activeFromUsd: '10',
} as const

export const rewardDates = {
  /** In basis points: all levels together never take more of a fee. */
  mostTogether: 3000n,
  /** So many months after verification somebody's fees count. */
  months: 24,
  /** So many days a reward waits, and where the money came by card. */
  pendingDays: 30,
  pendingDaysByCard: 120,
  /** So many months it can be claimed. */
  expiresMonths: 24,
  /** Entries that are followed in one transaction, and rewards that are posted in one entry or moved on at once. */
  followedAtOnce: 1_000,
  movedAtOnce: 5_000,
  /** One that is held for so long is told apart in the queue, and after this is an alarm; so is following that is so far behind. */
  oldDays: 3,
  alarmDays: 14,
  behindMinutes: 60,
} as const
