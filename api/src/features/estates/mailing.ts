import { handler } from '@ingot/db/jobs'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import * as mails from '../../mail/estate-mails.ts'
import { createMailing, isTaken } from '../../mail/mailing.ts'
import type { MailContent } from '../../mail/template.ts'
import { policy } from '../../policy.ts'
import { newToken, tokenHash } from '../identity/keys.ts'
import { readCustomer } from '../identity/store.ts'
import { newLink } from '../wallet/links.ts'
import { readSender } from '../wallet/store.ts'
import { findBeneficiary, saveBeneficiaryLink } from './beneficiary-store.ts'
import type { Estates } from './estates.ts'
import { saveReportLink } from './report-store.ts'
import { refuseWorn } from './reporting.ts'
import { referenceOf } from './rules.ts'
import { isMinorOn } from './same-person.ts'
import { estateMail } from './sent-jobs.ts'
import { type EstateRow, findEstate, type Receiving, type Told } from './store.ts'

const { reportLinkDays, vetoLinkDays, beneficiaryLinkDays } = policy.estates
const dayMs = 24 * 3600_000
const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * dayMs)

type Written = { to: string; content: MailContent }

const isAtWork = ({ state }: EstateRow) => state === 'Checking' || state === 'Waiting'

/** Makes mails. Each link is made for the mail it stands in, and is kept nowhere else. */
const writer = (estates: Estates) => {
  const { db, now, config, kyc } = estates
  const origin = siteOf(config)

  const toReporter = async (estate: EstateRow): Promise<Written> => {
    const { reporter } = kyc.personalData.open<Told>(estate.id, 'estate', estate.sealed)
    const token = newToken()
    await saveReportLink(db, estate.id, { hash: tokenHash(token), until: daysAfter(now(), reportLinkDays) })
    const link = `${origin}/report-a-death/${token}`
    const about = { reference: referenceOf(estate), at: estate.reported_at, link, days: reportLinkDays }
    return { to: reporter.email, content: mails.deathReported(about) }
  }

  const vetoLink = async (estate: EstateRow & { customer: string }) => {
    const expiresAt = daysAfter(now(), vetoLinkDays)
    const { customer, id: subject } = estate
    return `${origin}/still-here/${await newLink(db, { customer, purpose: 'veto-estate', subject, expiresAt })}`
  }

  /** What changed meanwhile needs no link any more. */
  const toOwner = async (kind: string, estate: EstateRow & { customer: string }, at: Date) => {
    if (kind === 'checking') return isAtWork(estate) && mails.estateChecking({ at, link: await vetoLink(estate) })
    if (kind === 'reminder') {
      const until = estate.waiting_until
      return estate.state === 'Waiting' && until && mails.estateReminder({ until, link: await vetoLink(estate) })
    }
    if (kind === 'vetoed') return mails.estateVetoed({ at, link: `${origin}/My-Profile/security` })
    const link = `${origin}/dashboard`
    if (kind === 'refused') return mails.estateRefused({ at, link })
    const isOpen = (await readSender(db, estate.customer)).frozenAt === null
    return mails.estateRenewed({ at, isOpen, link })
  }

  const toReceiver = async (kind: string, id: string, at: Date): Promise<Written | undefined> => {
    const found = await findBeneficiary(db, id)
    if (!found) return
    if (kind === 'received') {
      if (found.customer === null) return
      const { email } = await readCustomer(db, found.customer)
      return { to: email, content: mails.inheritanceReceived({ at, link: `${origin}/inheritances` }) }
    }
    if (found.customer !== null) return
    const person = kyc.personalData.open<Receiving>(id, 'beneficiary', found.sealed)
    const isGuardian = isMinorOn(person.dateOfBirth, now()) && person.guardian !== null
    const to = isGuardian ? (person.guardian?.contact ?? '') : person.contact
    if (!to.includes('@')) return
    const token = newToken()
    await saveBeneficiaryLink(db, id, { hash: tokenHash(token), until: daysAfter(now(), beneficiaryLinkDays) })
    return { to, content: mails.inheritanceWaits({ isGuardian, link: `${origin}/inheritance/${token}` }) }
  }
  return { toReporter, toOwner, toReceiver }
}

/** Mails of estates, written when they are sent. */
export const estateMailing = (estates: Estates, mailer: Mailer) => {
  const { db, config, log } = estates
  const send = createMailing(config, mailer)
  const { toReporter, toOwner, toReceiver } = writer(estates)
  return handler(estateMail, async ({ kind, estate: id, beneficiary, at }, task) => {
    const estate = await findEstate(db, id)
    if (!estate) return
    if (kind === 'reported') {
      await refuseWorn(estates, id)
      const { to, content } = await toReporter(estate)
      // Anybody can name an address that takes no mail.
      await isTaken(send(task, to, content), log)
      return
    }
    if (kind === 'invitation' || kind === 'received') {
      const written = beneficiary && (await toReceiver(kind, beneficiary, new Date(at)))
      if (written) await isTaken(send(task, written.to, written.content), log)
      return
    }
    const { customer } = estate
    if (customer === null) return
    const content = await toOwner(kind, { ...estate, customer }, new Date(at))
    if (content) await send(task, (await readCustomer(db, customer)).email, content)
  })
}
