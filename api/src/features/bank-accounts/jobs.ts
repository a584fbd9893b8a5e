import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import * as mails from '../../mail/bank-mails.ts'
import { createMailing } from '../../mail/mailing.ts'
import type { MailContent } from '../../mail/template.ts'
import { policy } from '../../policy.ts'
import { deviceOf } from '../identity/rules.ts'
import { listCustomers } from '../identity/store.ts'
import { newLink } from '../wallet/links.ts'
import { afterFreeze } from '../wallet/sent-jobs.ts'
import { openAccount, ownNameOf } from './accounts.ts'
import { type BankAccounts, bankAccountsOf } from './bank-accounts.ts'
import { reject, removeNewAccounts, suspend } from './moving.ts'
import { judgeName } from './names.ts'
import { listLate, lockProof } from './proof-store.ts'
import { payableFromOf } from './rules.ts'
import { bankAccountMail } from './sent-jobs.ts'
import * as store from './store.ts'

const day = 24 * 3600_000

const follow = job({
  name: 'follow-bank-accounts',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

type Which = { account: string; customer: string }

const lockOne = async (tx: Parameters<typeof store.lockAccounts>[0], { account, customer }: Which) =>
  (await store.lockAccounts(tx, customer)).find(({ id }) => id === account)

/** A deposit whose code was not entered in time. Looks first, so it may run twice. */
const endLate = (accounts: BankAccounts, which: Which) =>
  inTransaction(accounts.db, async (tx) => {
    const [row, proof, at] = [await lockOne(tx, which), await lockProof(tx, which.account), accounts.now()]
    if (row?.state !== 'Pending' || !proof?.code_hash || !proof.until || proof.until > at) return
    await reject(tx, accounts, row, { reason: 'late', by: 'clock', at })
  })

/** Whoever was verified under another name since proves the account anew, unless it is in that name as well. */
const compareAgain = (accounts: BankAccounts, which: Which) =>
  inTransaction(accounts.db, async (tx) => {
    const [row, own] = [await lockOne(tx, which), await ownNameOf(tx, accounts, which.customer)]
    if (row?.state !== 'Verified' || !own || own.at.getTime() === row.named_at.getTime()) return
    const { score, verdict } = judgeName(own, openAccount(accounts, row).holder)
    await store.saveScore(tx, row.id, { score, namedAt: own.at })
    if (verdict !== 'own') await suspend(tx, accounts, row, { reason: 'name-changed', by: 'clock', at: accounts.now() })
  })

/** What happens to bank accounts by the clock, and the mails about them. */
export const bankAccountJobs = (deps: Deps & { mailer: Mailer }) => {
  const accounts = bankAccountsOf(deps)
  const { db, config, log, now, mailer } = deps
  const origin = siteOf(config)
  const send = createMailing(config, mailer)
  const late = createSweep({
    name: 'ending a deposit whose time is over',
    due: (after, most) => listLate(db, now(), after, most),
    work: (due) => endLate(accounts, due),
    log,
  })
  const renamed = createSweep({
    name: 'comparing a bank account with a new name',
    due: (after, most) => store.listRenamed(db, after, most),
    work: ({ id, customer }) => compareAgain(accounts, { account: id, customer }),
    log,
  })

  const linkFor = (customer: string, days: number, subject?: string) =>
    newLink(db, {
      customer,
      ...(subject ? { purpose: 'cancel-bank-account', subject } : { purpose: 'freeze' }),
      expiresAt: new Date(now().getTime() + days * day),
    })

  const page = `${origin}/BankVerification`
  const contentOf = async (
    { id, customer, state, reason, country, added_at, verified_at }: store.AccountRow,
    kind: 'added' | 'verified' | 'rejected' | 'suspended',
    when: { at: Date; device: string; address: string },
  ): Promise<MailContent | undefined> => {
    // It may have changed since: what is no longer true is not told.
    if (kind === 'added')
      return state === 'Removed'
        ? undefined
        : mails.bankAccountAdded({
            ...{ ...when, country, hours: policy.bankAccounts.newAccountHours },
            freezeLink: `${origin}/freeze-outgoing/${await linkFor(customer, policy.wallet.freezeLinkDays)}`,
            cancelLink: `${origin}/cancel-bank-account/${await linkFor(customer, policy.bankAccounts.cancelLinkDays, id)}`,
          })
    if (kind === 'verified')
      return state === 'Verified' && verified_at
        ? mails.bankAccountVerified({ country, payableFrom: payableFromOf(added_at, verified_at), link: page })
        : undefined
    if (!reason || state !== (kind === 'rejected' ? 'Rejected' : 'Suspended')) return
    return kind === 'rejected'
      ? mails.bankAccountRejected({ country, reason, link: page })
      : mails.bankAccountSuspended({ country, reason, link: page })
  }

  return [
    handler(follow, async () => {
      await late()
      await renamed()
    }),
    handler(afterFreeze, ({ customer, at }) =>
      inTransaction(db, (tx) => removeNewAccounts(tx, customer, { frozenAt: new Date(at), at: now() })),
    ),
    handler(bankAccountMail, async ({ customer, kind, account, at, address, agent }, id) => {
      const [known] = await listCustomers(db, [customer])
      const row = await store.findAccount(db, account)
      const when = { at: new Date(at), device: deviceOf(agent), address }
      const content = known && row && (await contentOf(row, kind, when))
      if (content) await send(id, known.email, content)
    }),
  ]
}
