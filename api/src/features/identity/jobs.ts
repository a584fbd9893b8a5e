import type { Db } from '@ingot/db/connect'
import { handler, job, type Outbox } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { Mailer } from '@ingot/providers/mail/mail'
import type { Logger } from 'pino'
import { type Config, siteOf } from '../../config.ts'
import { createMailing, isTaken } from '../../mail/mailing.ts'
import * as mails from '../../mail/mails.ts'
import { policy } from '../../policy.ts'
import { secretsOf } from '../../secrets.ts'
import { insertRecoveryDone } from './audit-store.ts'
import { outgoingHeldUntil } from './identity.ts'
import { createKeys, newToken, tokenHash } from './keys.ts'
import { accountMail, requestedMail } from './mail-jobs.ts'
import * as mailStore from './mail-store.ts'
import * as registrationStore from './registration-store.ts'
import { deviceOf, mailCodeOf } from './rules.ts'
import { endAllSessions, purgeSecondSteps, purgeSessions } from './session-store.ts'
import { purgeGrants } from './step-up-store.ts'
import * as store from './store.ts'
import { purgeTries } from './try-store.ts'
import { finishRecovery, listDueRecoveries, removeTwoFactor } from './two-factor-store.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Longer than the links of a registration work. */
const registrationsKeptDays = 7
const endedSessionsKeptDays = 90

const recoveries = job({
  name: 'finish-recoveries',
  attempts: 3,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 300,
  schedule: '*/5 * * * *',
})
const purge = job({
  name: 'purge-identity',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '41 3 * * *',
})

type Requested = NonNullable<typeof requestedMail.data>
type Registration = registrationStore.Registration

type JobDeps = { db: Db; config: Config; mailer: Mailer; outbox: Outbox; log: Logger; now?: () => Date }
type Deps = Required<JobDeps>

/** What identity does later: mails, recoveries that have waited long enough, and forgetting. */
export const identityJobs = ({ now = () => new Date(), ...given }: JobDeps) => {
  const deps = { ...given, now }
  const mailing = mailingOf(deps)
  return [sendRequested(deps, mailing), sendAccountMail(deps, mailing), finishRecoveries(deps), forget(deps)]
}

/** What mails are made and sent with. */
type Mailing = ReturnType<typeof mailingOf>

/** Links and codes are made here and not by whoever asked: the secret stands in the mail and nowhere else. */
const mailingOf = ({ db, config, mailer, now }: Deps) => {
  const keys = createKeys(secretsOf(config.IDENTITY_SECRET, config.IDENTITY_SECRET_BEFORE))
  const origin = siteOf(config)
  const inTime = (life: number) => new Date(now().getTime() + life)

  const newLink = async (customer: string, purpose: mailStore.LinkPurpose, path: string, life: number) => {
    const token = newToken()
    await mailStore.insertLink(db, { tokenHash: tokenHash(token), customer, purpose, expires: inTime(life) })
    return `${origin}${path}/${token}`
  }

  return {
    origin,
    send: createMailing(config, mailer),
    resetLink: (customer: string) =>
      newLink(customer, 'reset-password', '/Change-Password', policy.mail.resetLinkMinutes * minute),
    lockLink: (customer: string) => newLink(customer, 'lock-account', '/lock-account', policy.mail.lockLinkDays * day),
    vetoLink: (customer: string) =>
      newLink(customer, 'veto-recovery', '/two-factor-recovery', policy.credentials.recoveryDays * day),

    registrationLink: async ({ id }: Registration) => {
      const token = newToken()
      const expires = inTime(policy.mail.verifyLinkHours * hour)
      await registrationStore.insertRegistrationLink(db, { registration: id, tokenHash: tokenHash(token), expires })
      return `${origin}/Email-Verification/${token}`
    },

    /**
     * The same one for the same job, so that a mail that is sent again says what the first one said, should both arrive.
     * Its tries are counted on then.
     */
    registrationCode: async (job: string, { id, email }: Registration) => {
      const code = mailCodeOf(keys.digest('new mail code', `${job} ${id}`))
      const hash = keys.digest('mail code', `${email} ${code}`)
      await registrationStore.saveMailCode(db, id, { hash, expires: inTime(policy.mail.codeMinutes * minute) })
      return code
    },
  }
}

const sendRequested = ({ db, outbox, log, now }: Deps, mailing: Mailing) => {
  const { origin, send } = mailing
  /** Strangers ask for these with any address: what comes of it is no work for operators. */
  const isSent = (...mail: Parameters<typeof send>) => isTaken(send(...mail), log)

  const isRecent = (at: Date | null | undefined, life = policy.mail.againAfterSeconds * 1000) =>
    Boolean(at && at.getTime() > now().getTime() - life)

  /** However often strangers ask, the inbox has a link that works for a while, and not many more of them. */
  const hasResetLinks = async (customer: string, sentAt: Date | undefined) =>
    isRecent(sentAt, (policy.mail.resetLinkMinutes * minute) / 2) &&
    (await mailStore.countResetLinks(db, customer, now())) >= policy.mail.resetLinksAtOnce

  /** To an e-mail that nobody has shown to be theirs. */
  const sendToRegistration = async (job: string, kind: Requested['kind'], registration: Registration) => {
    const { id, email, username, created_at, address, agent } = registration
    const who = { username, at: created_at, device: deviceOf(agent), address }
    if (kind === 'code') {
      if (isRecent(registration.code_mailed_at)) return
      const code = await mailing.registrationCode(job, registration)
      if (await isSent(job, email, mails.verifyEmailCode({ ...who, code, minutes: policy.mail.codeMinutes })))
        await registrationStore.saveCodeMailed(db, id, now())
      return
    }
    if (isRecent(registration.mailed_at)) return
    const link = await mailing.registrationLink(registration)
    const code = await mailing.registrationCode(job, registration)
    const { verifyLinkHours: hours, codeMinutes: minutes } = policy.mail
    if (await isSent(job, email, mails.verifyEmail({ ...who, link, hours, code, minutes })))
      await registrationStore.saveLinkMailed(db, id, now())
  }

  const sendToCustomer = async (job: string, kind: Requested['kind'], customer: store.Customer) => {
    const purpose = kind === 'reset-password' ? 'reset-password' : 'already-registered'
    const sentAt = await mailStore.findLastSent(db, customer.id, purpose)
    if (isRecent(sentAt)) return
    if (purpose === 'reset-password' && (await hasResetLinks(customer.id, sentAt))) return
    const content =
      purpose === 'reset-password'
        ? mails.resetPassword({ link: await mailing.resetLink(customer.id), minutes: policy.mail.resetLinkMinutes })
        : mails.alreadyRegistered({ signInLink: `${origin}/signin`, resetLink: `${origin}/forgot-password` })
    if (await isSent(job, customer.email, content)) await mailStore.saveLastSent(db, customer.id, purpose, now())
  }

  return handler(requestedMail, async (asked, job) => {
    const { kind, email, at, registration } = asked
    const customer = await store.findByEmail(db, email)
    // To whoever asks it looks like any other, and nobody is written to.
    if (customer?.closed_at) return
    if (customer) {
      // What was asked for before the e-mail was confirmed is done with: its owner need not hear that he has an account.
      const isDone = kind !== 'reset-password' && new Date(at) < customer.email_verified_at
      return isDone ? undefined : sendToCustomer(job, kind, customer)
    }
    if (kind === 'reset-password') return
    if (registration !== undefined) {
      const waiting = await registrationStore.findRegistration(db, registration)
      return waiting && sendToRegistration(job, kind, waiting)
    }
    // A job for each, so that one mail that has to be tried again does not bring the others again.
    const waiting = await registrationStore.listRegistrations(db, email)
    await inTransaction(db, async (tx) => {
      for (const { id } of waiting) await outbox.send(tx, requestedMail, { ...asked, registration: id })
    })
  })
}

const sendAccountMail = ({ db, now }: Deps, { origin, send, lockLink, resetLink, vetoLink }: Mailing) =>
  handler(accountMail, async ({ customer: id, kind, at, address, agent }, jobId) => {
    const customer = await store.readCustomer(db, id)
    const when = { at: new Date(at), device: deviceOf(agent), address }
    const heldUntil = outgoingHeldUntil(customer.credentials_changed_at, now())
    const content = async () => {
      if (kind === 'new-device') return mails.newDevice({ ...when, lockLink: await lockLink(id) })
      if (kind === 'account-locked') return mails.accountLocked({ resetLink: await resetLink(id) })
      if (kind === 'recovery-done') return mails.recoveryDone({ signInLink: `${origin}/signin`, heldUntil })
      if (kind === 'recovery-requested') {
        const endsAt = new Date(when.at.getTime() + policy.credentials.recoveryDays * day)
        return mails.recoveryRequested({ ...when, endsAt, vetoLink: await vetoLink(id) })
      }
      return mails.credentialChanged({ ...when, what: kind, lockLink: await lockLink(id), heldUntil })
    }
    await send(jobId, customer.email, await content())
  })

const finishRecoveries = ({ db, outbox, log, now }: Deps) =>
  handler(
    recoveries,
    createSweep({
      name: 'finishing a recovery',
      due: (after, most) => listDueRecoveries(db, now(), { after, most }),
      work: ({ id, customer }) =>
        inTransaction(db, async (tx) => {
          // Locked first, as by whoever signs in with a code, so that the two wait and do not deadlock.
          await store.lockCustomer(tx, customer)
          const at = now()
          if (!(await finishRecovery(tx, id, at))) return
          await removeTwoFactor(tx, customer)
          await store.saveCredentialsChange(tx, customer, at)
          await endAllSessions(tx, customer, at)
          await insertRecoveryDone(tx, customer, at)
          await outbox.send(tx, accountMail, {
            customer,
            kind: 'recovery-done',
            at: at.toISOString(),
            address: '',
            agent: '',
          })
        }),
      log,
    }),
  )

const forget = ({ db, now }: Deps) =>
  handler(purge, async () => {
    const before = (days: number) => new Date(now().getTime() - days * day)
    await purgeTries(db)
    await mailStore.purgeLinks(db, now())
    await purgeGrants(db, now())
    await purgeSecondSteps(db, now())
    await purgeSessions(db, before(endedSessionsKeptDays))
    await registrationStore.purgeUsedLinks(db, now())
    await registrationStore.purgeRegistrations(db, before(registrationsKeptDays))
  })
