import { job } from '@ingot/db/jobs'

/** Mails about what leaves an account. What it is about is read by the worker, and stands in no job. */
export const walletMail = job<{
  customer: string
  kind:
    | 'transfer-sent'
    | 'transfer-waits'
    | 'transfer-left'
    | 'transfer-ended'
    | 'address-added'
    | 'outgoing-frozen'
    | 'outgoing-frozen-by-us'
    | 'outgoing-unfrozen'
    | 'outgoing-unfrozen-by-us'
  /** The transfer or the address. */
  subject?: string
  at: string
  /** Where it was asked for; empty for what the clock did. */
  address: string
  agent: string
}>({ name: 'wallet-mail', attempts: 12, retryDelaySeconds: 5, retryDelayMaxSeconds: 3600 })

/** An account was frozen: whatever else lets money out and is new goes too, as new addresses do. Whoever has such a thing does that. */
export const afterFreeze = job<{ customer: string; at: string }>({
  name: 'after-freeze',
  attempts: 12,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 600,
})

/** The same for what is on its way out by bank and in no file yet. */
export const callOffPayouts = job<{ customer: string; at: string }>({
  name: 'call-off-payouts',
  attempts: 12,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 600,
})

/** The same for bars that were asked for and are not packed yet. */
export const callOffWithdrawals = job<{ customer: string; at: string }>({
  name: 'call-off-withdrawals',
  attempts: 12,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 600,
})

/** The same for nominees who were confirmed and are not in force yet. */
export const callOffNominees = job<{ customer: string; at: string }>({
  name: 'call-off-nominees',
  attempts: 12,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 600,
})

export const walletSentJobs = [walletMail, afterFreeze, callOffPayouts, callOffWithdrawals, callOffNominees]
