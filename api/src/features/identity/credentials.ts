import type { Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import { sql } from 'kysely'
import type { Origin } from '../../bind.ts'
import type { CredentialChange } from '../../mail/mails.ts'
import { type Identity, record } from './identity.ts'
import { accountMail } from './mail-jobs.ts'
import { recoveryStates } from './rules.ts'

/**
 * What follows every change of a credential: outgoing actions wait, it is recorded, and the owner gets a mail. Only told, and
 * nothing waits, when it `isFirst`: there was nothing before it that somebody could have taken over.
 */
export const noteChange = async (
  tx: Tx,
  identity: Identity,
  {
    customer,
    kind,
    from,
    isFirst = false,
  }: { customer: string; kind: CredentialChange; from: Origin; isFirst?: boolean },
) => {
  const at = identity.now()
  if (!isFirst) await sql`update customers set credentials_changed_at = ${at} where id = ${customer}`.execute(tx)
  await record(tx, identity, { customer, kind, from })
  await identity.outbox.send(tx, accountMail, { customer, kind, at: at.toISOString(), ...from })
}

/** A recovery of 2FA that waits does so no more. */
export const stopRecovery = async (tx: Tx, identity: Pick<Identity, 'now'>, customer: string, from: Origin) => {
  const vetoed = { to: 'vetoed', by: `customer:${customer}`, at: identity.now() } as const
  const stopped = await advanceAll(tx, recoveryStates, sql`customer = ${customer}`, vetoed)
  if (stopped.length > 0) await record(tx, identity, { customer, kind: 'recovery-vetoed', from })
}
