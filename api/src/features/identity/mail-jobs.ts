import { job } from '@ingot/db/jobs'
import type { CredentialChange } from '../../mail/mails.ts'

/** Mails that anyone can ask for by naming an e-mail. Whether it is known is looked up later, by the worker. */
export const requestedMail = job<{
  kind: 'registration' | 'reset-password' | 'code'
  email: string
  /** When it was asked for. */
  at: string
  /** The one registration that it is about; else all that wait for the e-mail. */
  registration?: string
}>({
  name: 'requested-mail',
  attempts: 8,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 600,
})

/** Mails to a customer about what happened to the account. Links are made by the worker and stand in no job. */
export const accountMail = job<{
  customer: string
  kind: CredentialChange | 'new-device' | 'recovery-requested' | 'recovery-done' | 'account-locked'
  at: string
  address: string
  agent: string
}>({ name: 'account-mail', attempts: 12, retryDelaySeconds: 5, retryDelayMaxSeconds: 3600 })

export const identityMailJobs = [requestedMail, accountMail]
