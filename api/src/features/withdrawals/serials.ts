import type { Tx } from '@ingot/db/connect'
import { Failure } from '../../failure.ts'
import { type KnownSerial, readSerials } from './serial-store.ts'
import type { StoredWithdrawal } from './store.ts'

/** However a scanner or a hand has written it. */
const serialKey = (serial: string): string => serial.trim().replaceAll(/\s+/g, ' ').toLowerCase()

const countOf = (serials: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const serial of serials) counts.set(serialKey(serial), (counts.get(serialKey(serial)) ?? 0) + 1)
  return counts
}

type Compared = { missing: string[]; twice: string[]; others: string[] }

/** What was scanned beside what is kept. Bars of two refiners may bear one serial, so they are counted. */
const compareSerials = (kept: readonly string[], scanned: readonly string[]): Compared => {
  const [expected, found] = [countOf(kept), countOf(scanned)]
  const written = new Map([...scanned, ...kept].map((serial) => [serialKey(serial), serial]))
  const named = (keys: Iterable<string>) => [...keys].map((key) => written.get(key) ?? key)
  const keys = [...found.keys()]
  return {
    missing: named([...expected.keys()].filter((key) => (found.get(key) ?? 0) < (expected.get(key) ?? 0))),
    twice: named(keys.filter((key) => (found.get(key) ?? 0) > Math.max(1, expected.get(key) ?? 0))),
    others: named(keys.filter((key) => !expected.has(key))),
  }
}

/** What a bar is that does not belong here. */
const wordsOfOther = (serial: string, known: readonly KnownSerial[]): string => {
  const same = known.filter((each) => serialKey(each.serial) === serialKey(serial))
  const kept = same.find(({ keptFor }) => keptFor !== null)
  if (kept) return `${serial} is kept for withdrawal ${kept.keptFor}.`
  if (same.some(({ isIn }) => isIn)) return `${serial} is in the register, but is not kept for this withdrawal.`
  return same.length > 0 ? `${serial} has left the vault.` : `${serial} is not in the register.`
}

/** Refuses anything but exactly the bars of a withdrawal, and names each one that is wrong. */
export const checkSerials = async (
  tx: Tx,
  { id, bars }: Pick<StoredWithdrawal, 'id' | 'bars'>,
  scanned: readonly string[],
): Promise<void> => {
  const kept = bars.map(({ serial }) => serial)
  const { missing, twice, others } = compareSerials(kept, scanned)
  if (missing.length + twice.length + others.length === 0) return
  const known = others.length === 0 ? [] : await readSerials(tx, id, others)
  const words = [
    ...missing.map((serial) => `${serial} was not scanned.`),
    ...twice.map((serial) => `${serial} was scanned twice.`),
    ...others.map((serial) => wordsOfOther(serial, known)),
  ]
  throw new Failure('SerialsWrong', { missing, twice, others }, words.join(' '))
}
