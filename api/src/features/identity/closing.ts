import type { Db, Tx } from '@ingot/db/connect'
import type { Mailer } from '@ingot/providers/mail/mail'
import { deleteLinksOf } from './mail-store.ts'
import { endSessions } from './session-store.ts'
import { type Customer, isClosedEmail, lockCustomer, saveClosed } from './store.ts'

/**
 * From the commit on nobody signs in, and no link that was mailed works. The customer is locked first, as by whoever signs in, so
 * that no session begins meanwhile. Says whether it was open until now.
 */
export const closeSignIn = async (
  tx: Tx,
  customer: string,
  why: NonNullable<Customer['closed_why']>,
  at: Date,
): Promise<boolean> => {
  await lockCustomer(tx, customer)
  if (!(await saveClosed(tx, customer, { why, at }))) return false
  await endSessions(tx, customer, at)
  await deleteLinksOf(tx, customer)
  return true
}

/** Writes to nobody whose account is closed, whatever the mail is about and however long it has waited. */
export const toOpenAccounts = (db: Db, { send, close }: Mailer): Mailer => ({
  send: async (mail) => {
    if (!(await isClosedEmail(db, mail.to))) await send(mail)
  },
  close,
})
