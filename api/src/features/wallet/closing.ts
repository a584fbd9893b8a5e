import type { Tx } from '@ingot/db/connect'
import { closeSignIn } from '../identity/closing.ts'
import type { Customer } from '../identity/store.ts'
import { deleteLinksOf } from './link-store.ts'

/**
 * Closes an account for good, in the transaction of what it is closed for: nobody signs in, resets, sends, is sent to or is written
 * to any more, and to strangers it looks as if it never was. Says whether it was open until now.
 */
export const closeAccountIn = async (
  tx: Tx,
  customer: string,
  why: NonNullable<Customer['closed_why']>,
  at: Date,
): Promise<boolean> => {
  const wasOpen = await closeSignIn(tx, customer, why, at)
  if (wasOpen) await deleteLinksOf(tx, customer)
  return wasOpen
}
