import { badRequest } from './refusal.ts'

/** What time it is at the other end: behind while a story of the past is told, and set forwards only. */
export const openClock = (begin = 0) => {
  let behind = begin
  return {
    now: (): number => Date.now() - behind * 1_000,
    isBehind: (): boolean => behind > 0,
    set(seconds: unknown): void {
      if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds) || seconds < 0 || seconds > behind)
        throw badRequest(`behindSeconds must be a whole number from 0 to ${behind}: the clock goes forwards only`)
      behind = seconds
    },
  }
}

export type Clock = ReturnType<typeof openClock>
