import { inTransaction } from '@ingot/db/transaction'
import { policy } from '../../policy.ts'
import { renewedSince } from '../identity/audit-store.ts'
import { record } from '../identity/identity.ts'
import { lockSender } from '../wallet/store.ts'
import type { Estates } from './estates.ts'
import { findOpen, renewalSince, saveReminders, saveRenewed } from './own-store.ts'
import { estateMail } from './sent-jobs.ts'
import { undo } from './stopping.ts'
import { lockEstate } from './store.ts'

/** Opens an account again whose owner has renewed password, PIN and 2FA after his veto. Looks first, so it may run twice. */
export const renewOne = (estates: Estates, { id, customer }: { id: string; customer: string }): Promise<void> =>
  inTransaction(estates.db, async (tx) => {
    await lockSender(tx, customer)
    // A new report is looked into by now: what it has stopped stays stopped until that one ends.
    if (await findOpen(tx, customer)) return
    const estate = await lockEstate(tx, id)
    if (estate?.state !== 'Vetoed' || estate.renewed_at) return
    // Another veto may have come later: then all is renewed after that one.
    const since = await renewalSince(tx, customer)
    if (!since) return
    const { password, pin, twoFactor } = await renewedSince(tx, customer, since)
    if (!password || !pin || !twoFactor) return
    const at = estates.now()
    await undo(tx, estates, estate, { by: 'clock', at })
    await saveRenewed(tx, id, at)
    await record(tx, { now: () => at }, { customer, kind: 'estate-renewed', from: { address: '', agent: '' } })
    await estates.outbox.send(tx, estateMail, { kind: 'renewed', estate: id, at: at.toISOString() })
  })

const dayMs = 24 * 3600_000

/** Reminds the owner. After a standstill only the newest that is due is sent, and the others count as sent. */
export const remindOne = ({ db, now, outbox }: Estates, { id }: { id: string }): Promise<void> =>
  inTransaction(db, async (tx) => {
    const estate = await lockEstate(tx, id)
    if (estate?.state !== 'Waiting' || !estate.waiting_from) return
    const at = now()
    const days = (at.getTime() - estate.waiting_from.getTime()) / dayMs
    const due = policy.estates.remindOnDays.filter((day) => day <= days).length
    if (due <= estate.reminders) return
    await saveReminders(tx, id, due)
    await outbox.send(tx, estateMail, { kind: 'reminder', estate: id, at: at.toISOString() })
  })
