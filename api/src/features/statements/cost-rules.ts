/** Gold that came at one time, in base units, and what it cost in base units of dollars: null where that is not known to us. */
export type Lot = { units: bigint; cost: bigint | null; order: number }

/** What lots come to: bought here and for how much, and of unknown cost. */
export type Gold = { known: bigint; cost: bigint; unknown: bigint }

/** Which gold goes when some of it does. */
export type Method = {
  add: (lot: Lot) => void
  take: (units: bigint, way: 'sold' | 'left') => Lot[]
  held: () => Gold
}

/** Cut to the base unit: what is cut stays with the rest, so that parts always make up the whole. */
const partOf = (sum: bigint, units: bigint, of: bigint): bigint => (units === of ? sum : (sum * units) / of)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export const goldOf = (lots: readonly Lot[]): Gold =>
  lots.reduce<Gold>(
    ({ known, cost, unknown }, lot) =>
      lot.cost === null
        ? { known, cost, unknown: unknown + lot.units }
        : { known: known + lot.units, cost: cost + lot.cost, unknown },
    { known: 0n, cost: 0n, unknown: 0n },
  )

const tooMuch = () => new Error('more gold goes than is there')

/**
 * Moving average, as the page of a customer's gold has it: what was bought here is sold before what came in other ways, and
 * leaves after it. Each part takes its share of the whole cost with it.
 */
const createAverage = (): Method => {
  let pool: Gold = goldOf([])
  return {
    add: (lot) => {
      const { known, cost, unknown } = goldOf([lot])
      pool = { known: pool.known + known, cost: pool.cost + cost, unknown: pool.unknown + unknown }
    },
    take: (units, way) => {
      const known = way === 'sold' ? least(units, pool.known) : units - least(units, pool.unknown)
      const [rest, unknown] = [pool.known - known, units - known]
      if (rest < 0n || unknown > pool.unknown) throw tooMuch()
      // Of a sale the part that goes is cut, and of what leaves the part that stays: as on the page.
      const cost =
        way === 'sold' ? partOf(pool.cost, known, pool.known) : pool.cost - partOf(pool.cost, rest, pool.known)
      pool = { known: rest, cost: pool.cost - cost, unknown: pool.unknown - unknown }
      const taken: Lot[] = [
        { units: known, cost, order: 0 },
        { units: unknown, cost: null, order: 0 },
      ]
      return taken.filter((lot) => lot.units > 0n)
    },
    held: () => pool,
  }
}

/** First in, first out, whatever it cost. */
const createFirstIn = (): Method => {
  /** Oldest first; those before the first one are gone. */
  let lots: Lot[] = []
  let first = 0
  return {
    add: (lot) => {
      const last = lots.at(-1)
      // What comes back takes its old place.
      if (last && lot.order < last.order) {
        lots = [...lots.slice(first), lot].sort((one, other) => one.order - other.order)
        first = 0
      } else lots.push(lot)
    },
    take: (units) => {
      const taken: Lot[] = []
      for (let left = units; left > 0n; ) {
        const lot = lots[first]
        if (!lot) throw tooMuch()
        const part = least(left, lot.units)
        const cost = lot.cost === null ? null : partOf(lot.cost, part, lot.units)
        taken.push({ units: part, cost, order: lot.order })
        left -= part
        if (part === lot.units) first += 1
        else lots[first] = { ...lot, units: lot.units - part, cost: lot.cost === null ? null : lot.cost - (cost ?? 0n) }
      }
      if (first > lots.length / 2) {
        lots = lots.slice(first)
        first = 0
      }
      return taken
    },
    held: () => goldOf(lots.slice(first)),
  }
}

/**
 * What happened to one gold asset of a customer. What the chain refused comes back as what it was; a reward came at
 * what it was worth then, and what somebody left at what it had cost him; of what else comes without being bought the cost is not known.
 */
export type GoldEvent =
  | { kind: 'bought'; units: bigint; paid: bigint }
  | { kind: 'sold'; units: bigint; received: bigint }
  | { kind: 'rewarded'; units: bigint; worth: bigint }
  | { kind: 'inherited'; units: bigint; cost: bigint }
  | { kind: 'came'; units: bigint }
  | { kind: 'left'; units: bigint; entry: bigint; mayReturn: boolean }
  | { kind: 'returned'; units: bigint; of: bigint }

/** What went or came back by one method. Of a sale, `received` is the part for gold of known cost, and the gain is less its cost. */
export type Told = Gold & { received: bigint; gain: bigint }

export type Outcome = { kind: GoldEvent['kind']; units: bigint; average: Told; firstIn: Told }

const toldOf = (event: GoldEvent, lots: readonly Lot[]): Told => {
  const gold = goldOf(lots)
  const received = event.kind === 'sold' ? partOf(event.received, gold.known, event.units) : 0n
  return { ...gold, received, gain: event.kind === 'sold' ? received - gold.cost : 0n }
}

const costOfArrival = (event: GoldEvent): bigint | null => {
  if (event.kind === 'bought') return event.paid
  if (event.kind === 'rewarded') return event.worth
  return event.kind === 'inherited' ? event.cost : null
}

/** Keeps what one gold asset has cost by both methods, event by event. */
export const createCosts = () => {
  const methods = { average: createAverage(), firstIn: createFirstIn() }
  const away = new Map<bigint, { units: bigint; average: Lot[]; firstIn: Lot[] }>()
  let order = 0

  const lotsOf = (event: GoldEvent): { kind: Outcome['kind']; average: Lot[]; firstIn: Lot[] } => {
    const { kind, units } = event
    if (kind === 'sold' || kind === 'left') {
      const taken = { average: methods.average.take(units, kind), firstIn: methods.firstIn.take(units, kind) }
      if (kind === 'left' && event.mayReturn) away.set(event.entry, { units, ...taken })
      return { kind, ...taken }
    }
    const before = kind === 'returned' ? away.get(event.of) : undefined
    order += 1
    const lot = { units, cost: costOfArrival(event), order }
    const isWhole = before !== undefined && before.units === units
    if (kind === 'returned' && isWhole) away.delete(event.of)
    const { average, firstIn } = isWhole ? before : { average: [lot], firstIn: [lot] }
    for (const each of average) methods.average.add(each)
    for (const each of firstIn) methods.firstIn.add(each)
    return { kind: kind === 'returned' && !isWhole ? 'came' : kind, average, firstIn }
  }

  return {
    apply: (event: GoldEvent): Outcome => {
      const { kind, average, firstIn } = lotsOf(event)
      return { kind, units: event.units, average: toldOf(event, average), firstIn: toldOf(event, firstIn) }
    },
    held: () => ({ average: methods.average.held(), firstIn: methods.firstIn.held() }),
  }
}

export type Costs = ReturnType<typeof createCosts>
