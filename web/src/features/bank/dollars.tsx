import { formatSharedDay } from '../../lib/local-format.ts'
import { Amount } from '../../ui/amount.tsx'

export const Dollars = ({ value }: { value: string }) => <Amount value={value} asset="USD" />

export const isZero = (value: string): boolean => !/[1-9]/.test(value)

/** A day of the bank's calendar, which is the same wherever it is read. */
export const dayWords = (day: string): string => formatSharedDay(new Date(day))

export const periodWords = (from: string | null, until: string | null): string | null => {
  if (until === null) return from === null ? null : `from ${dayWords(from)}`
  const last = dayWords(until)
  const first = from === null ? last : dayWords(from)
  return first === last ? last : `${first} to ${last}`
}

export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`
