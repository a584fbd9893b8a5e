import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { record } from '../identity/identity.ts'
import { openHolder } from '../wallet/senders.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { refuseIncomplete, refuseNominees, refuseOperators } from './checking.ts'
import { issueConfirmation } from './confirmation.ts'
import { contactKey } from './contact-key.ts'
import type { Nominees } from './nominees.ts'
import { nomineeSetMoves } from './rules.ts'
import { nomineeMail } from './sent-jobs.ts'
import { namerOf, openNominees, shownSet } from './sets.ts'
import * as store from './store.ts'
import { takeBack } from './withdrawing.ts'

type Asked = { customer: string; from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

const hourMs = 3600_000

/** The draft as it was shown: what was changed elsewhere meanwhile is not confirmed unseen. */
const shownDraft = async (tx: Tx, customer: string, { draft, changedAt }: { draft: string; changedAt: string }) => {
  const found = await store.findSet(tx, customer, draft)
  if (!found) throw new Failure('NotFound')
  if (found.state !== 'Draft' || found.changed_at.getTime() !== new Date(changedAt).getTime())
    throw new Failure('StateChanged')
  return found
}

/** Everything is looked at once more: names, ages and who works here may have changed since the draft was saved. */
const refuseSet = async (tx: Tx, nominees: Nominees, set: store.NomineeSetRow, at: Date): Promise<void> => {
  if (set.names_nobody) return
  const named = openNominees(nominees.kyc, set)
  refuseNominees(named, await namerOf(tx, nominees, set.customer), at)
  const contacts = named.flatMap(({ contact, guardian }) => (guardian ? [contact, guardian.contact] : [contact]))
  refuseOperators(named, await store.operatorsAmong(tx, contacts.map(contactKey)))
  refuseIncomplete(named)
}

/** In the place of one that waits, if there is one; the one in force holds until this does. */
export const confirmSet = async (
  nominees: Nominees,
  shown: { draft: string; changedAt: string },
  { customer, from, operation, useGrants }: Asked,
) => {
  const { db, now, outbox, wallet } = nominees
  await wallet.identity.limits.take('nominee-confirm', customer, from.address)
  return runOperation(db, operation, async (tx) => {
    await useGrants(tx)
    await openHolder(tx, wallet.identity, customer)
    const [set, at, by] = [await shownDraft(tx, customer, shown), now(), ownerOf(customer)]
    await refuseSet(tx, nominees, set, at)
    const waiting = await store.setWaiting(tx, customer, at)
    if (waiting) await takeBack(tx, waiting, { by, why: 'another one was confirmed', at })
    const version = ((await store.listConfirmed(tx, customer))[0]?.version ?? 0) + 1
    const inForceFrom = new Date(at.getTime() + policy.nominees.waitHours * hourMs)
    await advance(tx, nomineeSetMoves, set.id, {
      ...{ to: 'Confirmed', by, at },
      set: { version: String(version), confirmed_at: at, in_force_from: inForceFrom },
    })
    await record(tx, { now }, { customer, kind: 'nominees-confirmed', from })
    const told = { customer, kind: 'confirmed', set: set.id, at: at.toISOString(), ...from } as const
    await outbox.send(tx, nomineeMail, told)
    const confirmed = { ...set, state: 'Confirmed' as const, version, confirmed_at: at, in_force_from: inForceFrom }
    const document = await issueConfirmation(tx, nominees, confirmed)
    await store.saveDocument(tx, set.id, document)
    return { data: shownSet(nominees, { ...confirmed, document }) }
  })
}
