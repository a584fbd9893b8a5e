import * as z from 'zod/mini'

const noted = z.object({
  /** The 16 bytes that this browser chose, or that another device did. */
  chosen: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  /** The first snapshot that they count in; not known while the answer is missing. */
  since: z.optional(z.int()),
  isElsewhere: z.optional(z.boolean()),
  /** The newest snapshot that was checked here, and whether it held. */
  checked: z.optional(z.int()),
  held: z.optional(z.boolean()),
  /** When the first attempt failed since the last check that was finished, in milliseconds. */
  failingSince: z.optional(z.int()),
  /** Where the first snapshot that held was found on a chain: later ones have to be there, too. */
  place: z.optional(z.object({ chainId: z.int(), address: z.string() })),
})

type Noted = z.output<typeof noted>

const keyOf = (customer: string) => `ingot-reserves-${customer}`

/** What this device knows of a customer's proofs; nothing where it keeps nothing. */
export const readNoted = (customer: string): Noted => {
  try {
    const parsed = noted.safeParse(JSON.parse(localStorage.getItem(keyOf(customer)) ?? '{}'))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

/** Says whether it was kept: a secret that would be lost at once is not chosen. */
export const note = (customer: string, more: Noted): boolean => {
  try {
    localStorage.setItem(keyOf(customer), JSON.stringify({ ...readNoted(customer), ...more }))
    return true
  } catch {
    return false
  }
}

/** 16 bytes that nobody else has seen. */
export const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
