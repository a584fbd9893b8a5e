const ID = /^[0-9a-f]{16}$/
const SEQUENCE_BITS = 16n

/** Ids are the time of arrival in milliseconds and a sequence number, in hex: sorted by name is sorted by time. */
export const isMessageId = (text: string): boolean => ID.test(text)

/** The id that follows `last`, even when the clock was set back since. */
export const nextMessageId = (last: string | null, now: number): string => {
  const byClock = BigInt(now) << SEQUENCE_BITS
  const bySequence = last === null ? 0n : BigInt(`0x${last}`) + 1n
  const isAhead = byClock > bySequence
  return (isAhead ? byClock : bySequence).toString(16).padStart(16, '0')
}
