import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import { lockCustomer } from '../identity/store.ts'
import { recordRead } from '../kyc/store.ts'
import { holdPair, keyOf, type Pair, readClaimablePairs, readSealed, readSigns } from './flag-store.ts'
import type { Rewards } from './rewards.ts'
import type { Flag } from './rules.ts'

type Flagging = Pick<Rewards, 'kyc' | 'now'>

/** What of a person is compared: numbers as they are written differently by different people. */
const marksOf = (info: Partial<PersonalInfo>) => ({
  document: [info.idNumber].flatMap((text) => (text ? [text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()] : [])),
  phone: [info.mobilePhone, info.altPhoneNumber].flatMap((text) => (text ? [text.replaceAll(/[^0-9]/g, '')] : [])),
})
type Marks = ReturnType<typeof marksOf>

const inCommon = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((each) => each !== '' && other.includes(each))

/** Opens what these people handed in. That it was read is recorded of each. */
const readMarks = async (
  tx: Tx,
  { kyc, now }: Flagging,
  people: readonly string[],
): Promise<ReadonlyMap<string, Marks>> => {
  const marks = new Map<string, Marks>()
  for (const { customer, sealed } of await readSealed(tx, people)) {
    const why = 'to compare it with that of whom he brought, or who brought him'
    await recordRead(tx, { reader: 'worker', customer, what: 'personal', why }, now())
    marks.set(customer, marksOf(kyc.personalData.open<PersonalInfo>(customer, 'personal', sealed)))
  }
  return marks
}

/** No findings about the two: they are looked at each time. */
const lasting: readonly Flag[] = ['frozen', 'suspended']

/** Those that nobody found all right before. */
const leftOf = (found: readonly Flag[], cleared: readonly Flag[]): Flag[] =>
  found.filter((flag) => lasting.includes(flag) || !cleared.includes(flag))

/** What each pair has in common that nobody found all right before. Pairs without anything are left out. */
export const flagsOf = async (
  tx: Tx,
  flagging: Flagging,
  pairs: readonly Pair[],
): Promise<(Pair & { flags: Flag[] })[]> => {
  if (pairs.length === 0) return []
  const signs = await readSigns(tx, pairs)
  const marks = await readMarks(tx, flagging, [...new Set(pairs.flatMap(({ earner, referee }) => [earner, referee]))])
  return signs.flatMap(({ earner, referee, flags, cleared }) => {
    const [one, other] = [marks.get(earner), marks.get(referee)]
    const found: Flag[] = [
      ...(one && other && inCommon(one.document, other.document) ? (['document'] as const) : []),
      ...(one && other && inCommon(one.phone, other.phone) ? (['phone'] as const) : []),
      ...flags,
    ]
    const left = leftOf(found, cleared)
    return left.length === 0 ? [] : [{ earner, referee, flags: left }]
  })
}

/** How long what was found of a pair is gone by while more of them come in; it is looked at anew before anything can be claimed. */
const keptMs = 3600_000
const mostKept = 50_000

/** Looks at pairs that were not looked at of late, and holds what is pending between those that have something in common. */
export const createHolding = () => {
  const known = new Map<string, { at: number; flags: Flag[] }>()
  return async (tx: Tx, flagging: Flagging, pairs: readonly Pair[], at: Date): Promise<void> => {
    const time = at.getTime()
    const isKnown = (pair: Pair) => Math.abs(time - (known.get(keyOf(pair))?.at ?? 0)) < keptMs
    const fresh = pairs.filter((pair) => !isKnown(pair))
    const found = new Map((await flagsOf(tx, flagging, fresh)).map((each) => [keyOf(each), each.flags]))
    if (known.size > mostKept) known.clear()
    for (const pair of fresh) known.set(keyOf(pair), { at: time, flags: found.get(keyOf(pair)) ?? [] })
    for (const pair of pairs) {
      const flags = known.get(keyOf(pair))?.flags ?? []
      if (flags.length > 0) await holdPair(tx, pair, flags, at)
    }
  }
}

/**
 * Looks once more before something is claimed, at whatever can have changed without being handed in, and holds what an operator
 * should look at. On its own, so that it stays held whatever becomes of the claim.
 */
export const holdClaimable = ({ db, now }: Pick<Rewards, 'db' | 'now'>, earner: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockCustomer(tx, earner)
    const pairs = await readClaimablePairs(tx, earner)
    if (pairs.length === 0) return
    for (const { flags, cleared, ...pair } of await readSigns(tx, pairs)) {
      const left = leftOf(flags, cleared)
      if (left.length > 0) await holdPair(tx, pair, left, now(), 'Claimable')
    }
  })
