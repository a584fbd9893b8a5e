import * as z from 'zod/mini'
import { password, twoFactorCode } from './identity-fields.ts'

// What the calls of operators have in common.

/** Why something is done, or what is thought of it, for those who read the audit log later. */
export const reason = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Please say why, in a few words.'),
    z.maxLength(500, 'Please use at most 500 characters.'),
  )

/** One thing that is told, in words: the name of it and what it is. */
export const fact = z.object({ name: z.string(), value: z.string() })

export type Fact = z.output<typeof fact>

/** A customer, as far as every operator may know. */
export const customerName = z.object({ id: z.uuid(), username: z.string() })

/** What an operator proves for this very decision: the password, and a 2FA code that was not used before. */
export const proof = { password, inputCode: twoFactorCode }
