import type { Tx } from '@ingot/db/connect'
import type { Origin } from '../../bind.ts'
import type { CredentialChange } from '../../mail/mails.ts'
import { type Identity, record } from './identity.ts'
import { accountMail } from './mail-jobs.ts'
import { saveCredentialsChange } from './store.ts'
import { vetoRecovery } from './two-factor-store.ts'

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
  if (!isFirst) await saveCredentialsChange(tx, customer, at)
  await record(tx, identity, { customer, kind, from })
  await identity.outbox.send(tx, accountMail, { customer, kind, at: at.toISOString(), ...from })
}

/** A recovery of 2FA that waits does so no more. */
export const stopRecovery = async (tx: Tx, identity: Pick<Identity, 'now'>, customer: string, from: Origin) => {
  if (await vetoRecovery(tx, customer, identity.now()))
    await record(tx, identity, { customer, kind: 'recovery-vetoed', from })
}
