import * as z from 'zod/mini'

/** What the server tells the page at run time, so that going live needs no rebuild. */
export const pageSettings = z.object({
  apiBase: z.string(),
  imageHost: z.string(),
  verificationClientToken: z.string(),
  /** A transaction hash is appended to it. Empty while there is no chain. */
  explorerTransactionPrefix: z.string(),
  version: z.string(),
  brand: z.object({
    name: z.string(),
    /** Hex colour of the primary action; the theme derives its shades. */
    accent: z.string(),
    legalLine: z.string(),
  }),
})

export type PageSettings = z.output<typeof pageSettings>

/** The id of the JSON script element in the page that carries the settings. */
export const pageSettingsElement = 'ingot-settings'
