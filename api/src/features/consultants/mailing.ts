import { handler, type JobHandler } from '@ingot/db/jobs'
import { reportKindWords } from '@ingot/endpoints/consultant-fields'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import * as mails from '../../mail/consultant-mails.ts'
import { createMailing } from '../../mail/mailing.ts'
import type { MailContent } from '../../mail/template.ts'
import { listCustomers } from '../identity/store.ts'
import { type Consultants, consultantsOf } from './consultants.ts'
import { readThread } from './contact.ts'
import { findAppeal, findReport } from './report-store.ts'
import { type ConsultantMail, consultantMail } from './sent-jobs.ts'
import { findVersion } from './store.ts'
import { findMessage } from './thread-store.ts'

const ofReport = {
  warned: mails.consultantWarned,
  hidden: mails.consultantHidden,
  suspended: mails.consultantSuspended,
}

/** What is told; undefined of what is gone. */
const contentOf = async (
  consultants: Consultants,
  told: ConsultantMail,
  site: string,
): Promise<MailContent | undefined> => {
  const { db } = consultants
  const link = `${site}/My-Profile/Consultant`
  if (told.kind === 'message') {
    const message = await findMessage(db, told.message)
    if (!message) return
    const { id, name, isConsultant } = await readThread(consultants, told.customer, message.thread)
    const about = { name, text: message.text, link: `${site}/Consultant-Messages/${id}` }
    return isConsultant ? mails.messageToConsultant(about) : mails.messageOfConsultant(about)
  }
  if (told.kind === 'shown-again') return mails.consultantShownAgain({ link })
  if ('version' in told) {
    const reason = (await findVersion(db, told.version))?.sentBackFor ?? null
    return told.kind === 'approved' ? mails.profileApproved({ link }) : mails.profileSentBack({ reason, link })
  }
  if ('appeal' in told) {
    const reason = (await findAppeal(db, told.appeal))?.reason ?? null
    return told.kind === 'upheld' ? mails.appealUpheld({ reason, link }) : mails.appealRejected({ reason, link })
  }
  const report = await findReport(db, told.report)
  if (!report) return
  const { kind, reason, hiddenUntil } = report
  return ofReport[told.kind]({ report: reportKindWords[kind], reason, hiddenUntil, link })
}

/** Mails about profiles, and what is written to consultants and by them. Who is no longer there is told nothing. */
export const consultantMailJobs = (deps: Deps & { mailer: Mailer }): JobHandler[] => {
  const { db, config, mailer } = deps
  const send = createMailing(config, mailer)
  return [
    handler(consultantMail, async (told, id) => {
      const [known] = await listCustomers(db, [told.customer])
      const content = known && (await contentOf(consultantsOf(deps), told, siteOf(config)))
      if (content) await send(id, known.email, content)
    }),
  ]
}
