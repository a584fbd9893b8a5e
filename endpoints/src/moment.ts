import * as z from 'zod/mini'

/** Room for as many decimals of a second as anybody means. */
const longest = 40

/** A moment to look from or until, such as 2026-11-02T09:00:00Z. There was no year 0, and databases know of none. */
export const moment = z.iso.datetime().check(
  z.maxLength(longest),
  z.refine((text) => !text.startsWith('0000'), 'Please choose a later date.'),
)
