import * as z from 'zod/mini'

/** What the server tells the page at run time, so that going live needs no rebuild. */
export const pageSettings = z.object({
  apiBase: z.string(),
  imageHost: z.string(),
  /** The bearer of calls that say so; public, since every page carries it. */
  kycClientToken: z.string(),
  /** Origin of the page that the verification provider shows in a frame. */
  kycSdkUrl: z.string(),
  /** A transaction hash is appended to it. Empty while there is no chain. */
  explorerTransactionPrefix: z.string(),
  /** A node that the page itself asks what was published on the chain. Empty where there is none for everybody. */
  publicNode: z.string(),
  /** Where snapshots are published, so that no proof says so alone. Null where the deployment names no contract for it. */
  anchor: z.nullable(z.object({ chainId: z.int(), address: z.string() })),
  /** What customers call the network that deposits come by. */
  chainName: z.string(),
  version: z.string(),
  /** Names the build that the page came from; the page compares it with what health says later. Empty where none is. */
  build: z.string(),
  brand: z.object({
    name: z.string(),
    /** Hex colour of the primary action; the theme derives its shades. */
    accent: z.string(),
    legalLine: z.string(),
    /** Who operates the service, with the address. Empty where nothing was set, as the next two. */
    company: z.string(),
    /** Where a customer writes to when the portal cannot help. */
    supportEmail: z.string(),
  }),
  /** Where the gold is, and who audits it. */
  gold: z.object({ vault: z.string(), auditor: z.string() }),
  /** Whether the home page tells what of the fees went to those who brought customers. */
  rewards: z.object({ isShareShown: z.boolean() }),
})

export type PageSettings = z.output<typeof pageSettings>

/** Stands in the built page for the nonce, which is another one with every answer. */
export const noncePlaceholder = '__INGOT_NONCE__'

/** The id of the JSON script element in the page that carries the settings. */
export const pageSettingsElement = 'ingot-settings'
