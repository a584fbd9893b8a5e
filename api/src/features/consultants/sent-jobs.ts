import { job } from '@ingot/db/jobs'

/** To whom, and what about: what it says is read by the worker, and stands in no job. */
export type ConsultantMail = { customer: string } & (
  | { kind: 'approved' | 'sent-back'; version: string }
  | { kind: 'warned' | 'hidden' | 'suspended'; report: string }
  | { kind: 'upheld' | 'rejected'; appeal: string }
  | { kind: 'shown-again' }
  | { kind: 'message'; message: string }
)

export const consultantMail = job<ConsultantMail>({
  name: 'consultant-mail',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})
