import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { writeAudit } from '@ingot/ledger/audit'
import type { Origin, Person } from '../../bind.ts'
import { eraseIn, hindrancesOf } from '../../erasing.ts'
import { Failure } from '../../failure.ts'
import { record } from '../identity/identity.ts'
import { checkPassword, lockIfUnchanged } from '../identity/password-service.ts'
import type { Customer } from '../identity/store.ts'
import { closeAccountIn } from '../wallet/closing.ts'
import type { Leaving } from './leaving.ts'
import { closedMail } from './sent-jobs.ts'

type Asked = { person: Person; from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

/** Says all that hinders, with where something can be done about each. */
const refuseHindered = async (tx: Tx, customer: Customer, { personal }: Leaving, how: { holdStill: boolean }) => {
  const hindrances = await hindrancesOf(tx, customer, personal, how)
  if (hindrances.length > 0)
    throw new Failure('AccountNotEmpty', { hindrances: hindrances.map(({ words, href }) => ({ words, href })) })
}

/** Closes an empty account for good: in one transaction nobody signs in any more, and what need not be kept is gone. */
export const closeOwnAccount = async (leaving: Leaving, password: string, asked: Asked) => {
  const { db, files, personalData, now, outbox, identity, personal } = leaving
  const { person, from, operation, useGrants } = asked
  const checked = await checkPassword(identity, person, password, from)
  const desk = { db, files, personalData, now, reader: `customer:${person.id}` }
  let leftFiles: readonly string[] = []
  const reply = await runOperation(db, operation, async (tx) => {
    const customer = await lockIfUnchanged(tx, checked)
    await useGrants(tx)
    await refuseHindered(tx, customer, leaving, { holdStill: false })
    await record(tx, leaving, { customer: person.id, kind: 'account-closed', from })
    await closeAccountIn(tx, person.id, 'left', now())
    const left = await eraseIn(tx, desk, customer, personal)
    // Once more at the end, where nothing can come in any more: what arrived meanwhile keeps the account.
    await refuseHindered(tx, customer, leaving, { holdStill: true })
    const facts = {
      By: 'the customer',
      ...(left.applicant && { 'Applicant to erase at the provider': left.applicant }),
    }
    await writeAudit(tx, { operator: null, action: 'close-account', customer: person.id, facts, at: now() })
    const keptUntil = left.keptUntil?.toISOString() ?? null
    await outbox.send(tx, closedMail, { email: customer.email, at: now().toISOString(), keptUntil })
    leftFiles = left.files
    return { data: { done: true as const } }
  })
  for (const file of leftFiles) await files.remove(file)
  return reply
}
