// For tests: who earns what by which fee, as plainly as it can be said.

export type Person = {
  id: string
  introducer: string | null
  isVerified: boolean
  isFrozen: boolean
  verifiedAt: number
}

export type Event = {
  entry: string
  referee: string
  asset: 'USDT' | 'QMGT' | 'USD'
  fee: bigint
  usd: bigint
  at: number
  byCard: boolean
  isBack: boolean
}

type State = 'Pending' | 'Claimable' | 'Held' | 'Reversed'
type Earned = { event: Event; level: number; customer: string; amount: bigint; state: State; wasPosted: boolean }

const day = 24 * 3600_000
const [months, rates, activeFrom] = [24, [2000n, 500n], 10n * 10n ** 18n]

const monthsAfter = (at: number): number => {
  const later = new Date(at)
  const dayOfMonth = later.getUTCDate()
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== dayOfMonth) later.setUTCDate(0)
  return later.getTime()
}

export const createModel = (people: ReadonlyMap<string, Person>) => {
  const events: Event[] = []
  const earned: Earned[] = []

  const isCounted = ({ at, referee }: Event): boolean => {
    const { verifiedAt = Number.POSITIVE_INFINITY } = people.get(referee) ?? {}
    return at >= verifiedAt && at < monthsAfter(verifiedAt)
  }
  const follow = (event: Event) => {
    if (!people.get(event.referee)?.introducer) return
    events.push(event)
    let above = people.get(event.referee)?.introducer ?? null
    for (const [index, rate] of rates.entries()) {
      const person = above === null ? undefined : people.get(above)
      if (!person) return
      const amount = (event.fee * rate) / 10_000n
      if (person.isVerified && isCounted(event) && amount > 0n) {
        const state = person.isFrozen ? 'Held' : 'Pending'
        earned.push({ event, level: index + 1, customer: person.id, amount, state, wasPosted: false })
      }
      above = person.introducer
    }
  }
  const goBack = (entry: string) => {
    for (const event of events) if (event.entry === entry) event.isBack = true
    for (const each of earned) if (each.event.entry === entry) each.state = 'Reversed'
  }
  const paidBy = (): Map<string, bigint> => {
    const paid = new Map<string, bigint>()
    for (const { referee, usd, isBack } of events) if (!isBack) paid.set(referee, (paid.get(referee) ?? 0n) + usd)
    return paid
  }
  const settle = (now: number) => {
    const paid = paidBy()
    for (const each of earned) {
      if (each.state === 'Pending' || each.state === 'Held') each.wasPosted = true
      const dueAt = each.event.at + (each.event.byCard ? 120 : 30) * day
      const isActive = (paid.get(each.event.referee) ?? 0n) >= activeFrom
      const person = people.get(each.customer)
      if (each.state !== 'Pending' || dueAt > now || !isActive || !person?.isVerified) continue
      each.state = person.isFrozen ? 'Held' : 'Claimable'
    }
  }
  /** What must lie in the account of rewards. */
  const lying = (asset: Event['asset']): bigint =>
    earned.reduce(
      (sum, { event, amount, state }) => (event.asset === asset && state !== 'Reversed' ? sum + amount : sum),
      0n,
    )
  return { events, earned, follow, goBack, settle, lying }
}
