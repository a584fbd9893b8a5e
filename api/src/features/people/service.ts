import { randomBytes } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type * as endpoints from '@ingot/endpoints/people'
import { writeAudit } from '@ingot/ledger/audit'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { type Identity, record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { refuseWeakPassword } from '../identity/passwords.ts'
import { isUsernameTaken } from '../identity/registration-store.ts'
import { newReferralCode } from '../identity/rules.ts'
import { insertOperator } from '../identity/store.ts'
import * as store from './store.ts'

const registrationLife = policy.mail.verifyLinkHours * 3600_000

export const readPeople = async ({ db, now }: Identity): Promise<ReplyOf<typeof endpoints.readPeople>['data']> => {
  const [operators, invited] = [await store.listOperators(db), await store.listInvitations(db, now())]
  return {
    people: operators.map(({ two_factor_on, last_seen_at, created_at, ...person }) => ({
      ...person,
      twoFactorOn: two_factor_on,
      lastSeenAt: last_seen_at?.toISOString() ?? null,
      since: created_at.toISOString(),
    })),
    invited: invited.map(({ id, email, roles, inviter, invited_at, expires_at }) => ({
      ...{ id, email, roles, invitedBy: inviter },
      at: invited_at.toISOString(),
      expiresAt: expires_at.toISOString(),
    })),
  }
}

/** Whoever has the mail becomes the operator whom two others agreed on. A refused username or password does not cost the link. */
export const acceptInvitation = async (
  identity: Identity,
  { token, username, password }: BodyOf<typeof endpoints.acceptInvitation>,
  from: Origin,
) => {
  const { db, now, limits, passwords, brand, mayOperate } = identity
  const hash = tokenHash(token)
  await limits.take('link', hash.toString('hex'), from.address)
  const at = now()
  const invitation = mayOperate(from.address) ? await store.findInvitationByLink(db, hash, at) : undefined
  if (!invitation) throw new Failure('LinkInvalid')
  const { id, email, roles, invited_by: by } = invitation
  refuseWeakPassword(password, [email, username, brand])
  if (await isUsernameTaken(db, username, new Date(at.getTime() - registrationLife))) throw new Failure('UsernameTaken')
  const passwordHash = await passwords.hash(password)
  const secrets = { refCode: newReferralCode(), userHash: randomBytes(32).toString('hex'), at }
  await inTransaction(db, async (tx) => {
    await store.lockAllRoles(tx)
    if (!(await store.useInvitation(tx, id, at))) throw new Failure('LinkInvalid')
    // Somebody may have registered with this e-mail meanwhile, and nobody is both.
    const operator = await insertOperator(tx, { email, username, passwordHash, ...secrets })
    if (!operator) throw new Failure('LinkInvalid')
    for (const role of roles) await store.giveRole(tx, { operator, role, by, at })
    await record(tx, identity, { customer: operator, kind: 'registered', from })
    await writeAudit(tx, { operator, action: 'accept-invitation', thing: id, facts: { roles: roles.join(', ') }, at })
  }).catch((error) => {
    if (error.constraint === 'customers_username') throw new Failure('UsernameTaken')
    throw error
  })
  return { email }
}
