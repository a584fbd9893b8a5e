import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import type { Invitation } from '@ingot/endpoints/invitations'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import { tokenHash } from '../identity/keys.ts'
import { stopMailsOfKind } from '../identity/optional-mailing.ts'
import type { Invitations } from './invitations.ts'
import { digestsOf, forgottenBefore, type Guest, maskedAddress, readStopToken } from './rules.ts'
import { invitationMail } from './sent-jobs.ts'
import * as store from './store.ts'

const shownTo = ({ id, shown, at }: store.InvitationRow): Invitation => ({
  id,
  address: shown,
  at: at.toISOString(),
})

/**
 * Keeps whom somebody invites, and leaves it to a job whether a mail goes out: the answer is the same, and takes as long,
 * whatever is known of the address.
 */
export const inviteByMail = async (
  { db, now, keys, limits, outbox }: Invitations,
  { person, from }: { person: Person; from: Origin },
  { email, name = '' }: { email: string; name?: string | undefined },
): Promise<Invitation> => {
  await limits.take('invitation', person.id, from.address)
  await limits.take('invitation-month', person.id, from.address)
  const [id, at, digests] = [randomUUID(), now(), digestsOf(keys, email)]
  const guest: Guest = { email, name }
  const sealed = keys.encrypt(id, Buffer.from(JSON.stringify(guest)))
  return inTransaction(db, async (tx) => {
    const earlier = await store.findEarlier(tx, person.id, digests)
    if (earlier) return shownTo(earlier)
    const made = await store.insertInvitation(tx, {
      ...{ id, customer: person.id, digest: digests[0], key: keys.digestKey, sealed, shown: maskedAddress(email), at },
    })
    if (made) await outbox.send(tx, invitationMail, { invitation: id })
    // Else the same was asked for at the same moment.
    const kept = made ?? (await store.findEarlier(tx, person.id, digests))
    if (!kept) throw new Error('an invitation was not inserted')
    return shownTo(kept)
  })
}

export const invitationList = (
  { db, now }: Invitations,
  customer: string,
): List<object, store.InvitationRow, Invitation> => ({
  read: (_filter, stretch) => store.readInvitations(db, { customer, since: forgottenBefore(now()) }, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(shownTo),
})

/** From the link in a mail; whoever has it may stop what comes to that address, and once more changes nothing. */
export const stopMail = async ({ db, now, keys, limits }: Invitations, token: string, from: Origin): Promise<void> => {
  const right = await limits.take('link', tokenHash(token).toString('hex'), from.address)
  if (!(await stopMailsOfKind(db, keys, token))) {
    const stopped = readStopToken(keys, token)
    if (!stopped) throw new Failure('LinkInvalid')
    await store.insertStop(db, {
      digest: stopped.digest,
      key: stopped.isNewest ? keys.digestKey : 'older',
      at: now(),
    })
  }
  await right()
}
