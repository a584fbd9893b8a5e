import { handler, type JobHandler, job } from '@ingot/db/jobs'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { ApiDeps } from '../../feature.ts'
import { invitation as invitationContent } from '../../mail/invitation-mails.ts'
import { createMailing, isTaken } from '../../mail/mailing.ts'
import { findByEmail, findCustomer } from '../identity/store.ts'
import { firstNameAndInitial } from '../kyc/first-name.ts'
import { kycOf } from '../kyc/kyc.ts'
import { invitationsOf } from './invitations.ts'
import { digestsOf, forgottenBefore, type Guest, stopToken } from './rules.ts'
import { invitationMail } from './sent-jobs.ts'
import * as store from './store.ts'

const forget = job({
  name: 'forget-invitations',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '41 3 * * *',
})

const forgottenAtOnce = 1_000

/** Sends an invitation if it may go out at this very moment: what has changed since it was asked for counts. */
const sendInvitation = (deps: ApiDeps & { mailer: Mailer }) => {
  const { config, db, log, mailer, now } = deps
  const { keys } = invitationsOf(deps)
  const { personalData } = kycOf(deps)
  const send = createMailing(config, mailer)
  const site = siteOf(config)
  return async ({ invitation }: { invitation: string }, id: string) => {
    const row = await store.findInvitation(db, invitation)
    const inviter = row && (await findCustomer(db, row.customer))
    const name = row && (await store.findName(db, row.customer))
    // Whoever is no longer verified, or no longer there, invites nobody.
    if (!row || inviter?.kyc_status !== 'Verified' || !name) return
    const guest: Guest = JSON.parse(keys.decrypt(row.id, row.sealed).toString())
    if (await findByEmail(db, guest.email)) return
    const at = now()
    const digests = digestsOf(keys, guest.email)
    const claim = { invitation: row.id, digests, key: keys.digestKey, at, since: forgottenBefore(at) }
    if (!(await store.claimAddress(db, claim))) return
    const stop = `${site}/no-more-mail/${stopToken(keys, guest.email)}`
    const content = invitationContent({
      brand: config.BRAND_NAME,
      from: firstNameAndInitial(personalData.open<PersonalInfo>(row.customer, 'personal', name)),
      name: guest.name,
      link: `${site}/register?ref=${inviter.ref_code}`,
      stop,
    })
    await isTaken(send(id, guest.email, content, { stop }), log)
  }
}

export const invitationJobs = (deps: ApiDeps & { mailer: Mailer }): JobHandler[] => [
  handler(invitationMail, sendInvitation(deps)),
  handler(forget, async () => {
    const before = forgottenBefore(deps.now())
    let deleted: number
    do deleted = await store.deleteOld(deps.db, before, forgottenAtOnce)
    while (deleted > 0)
  }),
]
