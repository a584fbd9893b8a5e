import type { Db } from '@ingot/db/connect'
import { handler, job, type Outbox } from '@ingot/db/jobs'
import { advanceAll } from '@ingot/db/states'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { Mailer } from '@ingot/providers/mail/mail'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Config, siteOf } from '../../config.ts'
import { createMailing } from '../../mail/mailing.ts'
import * as mails from '../../mail/mails.ts'
import { policy } from '../../policy.ts'
import { secretsOf } from '../../secrets.ts'
import { outgoingHeldUntil } from './identity.ts'
import { createKeys, newToken, tokenHash } from './keys.ts'
import { accountMail, requestedMail } from './mail-jobs.ts'
import * as registrationStore from './registration-store.ts'
import { deviceOf, mailCodeOf, recoveryStates } from './rules.ts'
import * as store from './store.ts'
import { purgeTries } from './try-store.ts'
import { removeTwoFactor } from './two-factor-store.ts'

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

type JobDeps = { db: Db; config: Config; mailer: Mailer; outbox: Outbox; log: Logger; now?: () => Date }

/** What identity does later: mails, recoveries that have waited long enough, and forgetting. */
export const identityJobs = ({ db, config, mailer, outbox, log, now = () => new Date() }: JobDeps) => {
  const keys = createKeys(secretsOf(config.IDENTITY_SECRET, config.IDENTITY_SECRET_BEFORE))
  const origin = siteOf(config)
  const send = createMailing(config, mailer, log)

  /** Made here and not by whoever asked: the secret stands in the mail and nowhere else. */
  const newLink = async (customer: string, purpose: string, path: string, life: number) => {
    const token = newToken()
    await sql`
      insert into mail_links (token_hash, customer, purpose, expires_at)
      values (${tokenHash(token)}, ${customer}, ${purpose}, ${new Date(now().getTime() + life)})`.execute(db)
    return `${origin}${path}/${token}`
  }

  const resetLink = (customer: string) =>
    newLink(customer, 'reset-password', '/Change-Password', policy.mail.resetLinkMinutes * minute)
  const lockLink = (customer: string) =>
    newLink(customer, 'lock-account', '/lock-account', policy.mail.lockLinkDays * day)

  /**
   * The same one for the same job, so that a mail that is sent again says what the first one said, should both arrive.
   * Its tries are counted on then.
   */
  const newCode = async (job: string, { id, email }: registrationStore.Registration) => {
    const code = mailCodeOf(keys.digest('new mail code', `${job} ${id}`))
    const hash = keys.digest('mail code', `${email} ${code}`)
    const expires = new Date(now().getTime() + policy.mail.codeMinutes * minute)
    await sql`
      update registrations set code_hash = ${hash}, code_expires_at = ${expires},
        code_tries_left = case when code_hash = ${hash} then code_tries_left else ${policy.mail.codeTries} end
      where id = ${id}`.execute(db)
    return code
  }

  const newRegistrationLink = async ({ id }: registrationStore.Registration) => {
    const token = newToken()
    const expires = new Date(now().getTime() + policy.mail.verifyLinkHours * hour)
    await sql`
      insert into registration_links (token_hash, registration, expires_at)
      values (${tokenHash(token)}, ${id}, ${expires})`.execute(db)
    return `${origin}/Email-Verification/${token}`
  }

  const isRecent = (at: Date | null | undefined, life = policy.mail.againAfterSeconds * 1000) =>
    Boolean(at && at.getTime() > now().getTime() - life)

  /** However often strangers ask, the inbox has a link that works for a while, and not many more of them. */
  const hasResetLinks = async (customer: string, sentAt: Date | undefined) => {
    if (!isRecent(sentAt, (policy.mail.resetLinkMinutes * minute) / 2)) return false
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from mail_links
      where customer = ${customer} and purpose = 'reset-password' and expires_at > ${now()}`.execute(db)
    return (rows[0]?.count ?? 0) >= policy.mail.resetLinksAtOnce
  }

  /** To an e-mail that nobody has shown to be theirs. */
  const sendToRegistration = async (
    job: string,
    kind: Requested['kind'],
    registration: registrationStore.Registration,
  ) => {
    const { id, email, username, created_at, address, agent } = registration
    const who = { username, at: created_at, device: deviceOf(agent), address }
    if (kind === 'code') {
      if (isRecent(registration.code_mailed_at)) return
      const code = await newCode(job, registration)
      if (await send(job, email, mails.verifyEmailCode({ ...who, code, minutes: policy.mail.codeMinutes })))
        await sql`update registrations set code_mailed_at = ${now()} where id = ${id}`.execute(db)
      return
    }
    if (isRecent(registration.mailed_at)) return
    const link = await newRegistrationLink(registration)
    if (await send(job, email, mails.verifyEmail({ ...who, link, hours: policy.mail.verifyLinkHours })))
      await sql`update registrations set mailed_at = ${now()} where id = ${id}`.execute(db)
  }

  const sendToCustomer = async (job: string, kind: Requested['kind'], customer: store.Customer) => {
    const purpose = kind === 'reset-password' ? 'reset-password' : 'already-registered'
    const { rows } = await sql<{ sent_at: Date }>`
      select sent_at from mail_sends where customer = ${customer.id} and kind = ${purpose}`.execute(db)
    if (isRecent(rows[0]?.sent_at)) return
    if (purpose === 'reset-password' && (await hasResetLinks(customer.id, rows[0]?.sent_at))) return
    const content =
      purpose === 'reset-password'
        ? mails.resetPassword({ link: await resetLink(customer.id), minutes: policy.mail.resetLinkMinutes })
        : mails.alreadyRegistered({ signInLink: `${origin}/signin`, resetLink: `${origin}/forgot-password` })
    if (await send(job, customer.email, content))
      await sql`
        insert into mail_sends (customer, kind, sent_at) values (${customer.id}, ${purpose}, ${now()})
        on conflict (customer, kind) do update set sent_at = excluded.sent_at`.execute(db)
  }

  const sendRequested = handler(requestedMail, async (asked, job) => {
    const { kind, email, at, registration } = asked
    const customer = await store.findByEmail(db, email)
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

  const sendAccountMail = handler(accountMail, async ({ customer: id, kind, at, address, agent }, jobId) => {
    const customer = await store.readCustomer(db, id)
    const when = { at: new Date(at), device: deviceOf(agent), address }
    const heldUntil = outgoingHeldUntil(customer.credentials_changed_at, now())
    const content = async () => {
      if (kind === 'new-device') return mails.newDevice({ ...when, lockLink: await lockLink(id) })
      if (kind === 'account-locked') return mails.accountLocked({ resetLink: await resetLink(id) })
      if (kind === 'recovery-done') return mails.recoveryDone({ signInLink: `${origin}/signin`, heldUntil })
      if (kind === 'recovery-requested') {
        const life = policy.credentials.recoveryDays
        const vetoLink = await newLink(id, 'veto-recovery', '/two-factor-recovery', life * day)
        return mails.recoveryRequested({ ...when, endsAt: new Date(when.at.getTime() + life * day), vetoLink })
      }
      return mails.credentialChanged({ ...when, what: kind, lockLink: await lockLink(id), heldUntil })
    }
    await send(jobId, customer.email, await content())
  })

  const finishAll = createSweep({
    name: 'finishing a recovery',
    due: async (after, most) => {
      const { rows } = await sql<{ id: string; customer: string }>`
        select id, customer from two_factor_recoveries where state = 'waiting' and ends_at <= ${now()}
        order by id <= ${after}, id limit ${most}`.execute(db)
      return rows
    },
    work: ({ id, customer }) =>
      inTransaction(db, async (tx) => {
        // Locked first, as by whoever signs in with a code, so that the two wait and do not deadlock.
        await store.lockCustomer(tx, customer)
        const at = now()
        const done = await advanceAll(tx, recoveryStates, sql`id = ${id}`, { to: 'done', by: 'clock', at })
        if (done.length === 0) return
        await removeTwoFactor(tx, customer)
        await sql`
          update customers set credentials_changed_at = ${at} where id = ${customer}`.execute(tx)
        await sql`
          update sessions set ended_at = ${at} where customer = ${customer} and ended_at is null`.execute(tx)
        await sql`
          insert into audit_events (customer, kind, at, address, agent)
          values (${customer}, 'recovery-done', ${at}, '', '')`.execute(tx)
        await outbox.send(tx, accountMail, {
          customer,
          kind: 'recovery-done',
          at: at.toISOString(),
          address: '',
          agent: '',
        })
      }),
    log,
  })
  const finishRecoveries = handler(recoveries, finishAll)

  const forget = handler(purge, async () => {
    const before = (days: number) => new Date(now().getTime() - days * day)
    await purgeTries(db)
    await sql`delete from mail_links where expires_at < ${now()}`.execute(db)
    await sql`delete from step_up_grants where expires_at < ${now()}`.execute(db)
    await sql`delete from used_second_steps where expires_at < ${now()}`.execute(db)
    await sql`delete from sessions where last_active_at < ${before(endedSessionsKeptDays)}`.execute(db)
    await sql`delete from registrations where created_at < ${before(registrationsKeptDays)}`.execute(db)
  })

  return [sendRequested, sendAccountMail, finishRecoveries, forget]
}
