import type { Db } from '@ingot/db/connect'
import { handler } from '@ingot/db/jobs'
import type { Mailer } from '@ingot/providers/mail/mail'
import { type Config, siteOf } from '../../config.ts'
import { createMailing } from '../../mail/mailing.ts'
import { operatorInvitation } from '../../mail/operator-mails.ts'
import { secretsOf } from '../../secrets.ts'
import { createKeys, tokenHash } from '../identity/keys.ts'
import { invitationMail } from './sent-jobs.ts'
import { findInvitation, saveLink } from './store.ts'

type JobDeps = { db: Db; config: Config; mailer: Mailer; now: () => Date }

export const peopleJobs = ({ db, config, mailer, now }: JobDeps) => {
  const send = createMailing(config, mailer)
  const keys = createKeys(secretsOf(config.IDENTITY_SECRET, config.IDENTITY_SECRET_BEFORE))
  return [
    handler(invitationMail, async ({ invitation: id }, jobId) => {
      const invitation = await findInvitation(db, id, now())
      if (!invitation) return
      // The same one for the same invitation, so that a mail that is sent again says what the first one said.
      const token = keys.digest('operator invitation', id).toString('base64url')
      await saveLink(db, id, tokenHash(token))
      const { email, inviter, roles, expires_at: until } = invitation
      const link = `${siteOf(config)}/operator-invitation?token=${token}`
      await send(jobId, email, operatorInvitation({ brand: config.BRAND_NAME, inviter, roles, until, link }))
    }),
  ]
}
