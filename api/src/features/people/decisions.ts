import type { Tx } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import { email as emailField } from '@ingot/endpoints/identity-fields'
import { type Role, roles } from '@ingot/endpoints/roles'
import * as z from 'zod/mini'
import { decision, isId } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { type Customer, findByEmail, lockIfThere } from '../identity/store.ts'
import { invitationMail } from './sent-jobs.ts'
import * as store from './store.ts'

/** Who decides about operators. Two of them have to stay, or nobody could ever change anything again. */
const owners = ['Owner'] as const
const ownersLeast = 2

const hour = 3600_000

const namesOf = (held: readonly Role[]) => (held.length ? held.join(', ') : 'None')

const isRole = (text: string): text is Role => roles.some((role) => role === text)

/** One or more, with commas between them. */
const roleList = z.pipe(
  z.string().check(z.refine((text) => text.split(',').every(isRole), 'Please name roles, with commas between them.')),
  z.transform((text) => [...new Set(text.split(','))].filter(isRole)),
)

export const inviteOperator = (outbox: Outbox) =>
  decision({
    action: 'invite-operator',
    title: 'Invite an operator',
    asks: owners,
    approves: owners,
    given: z.strictObject({ roles: roleList }),
    look: async (tx, { thing, given }) => {
      // As it is kept: nobody has two addresses under which he could be invited twice.
      if (emailField.safeParse(thing).data !== thing) return
      const known = await findByEmail(tx, thing)
      if (known) throw new Failure('StateChanged', {}, refusalOf(known))
      return {
        version: 'unknown',
        customer: null,
        before: [{ name: 'E-mail', value: thing }],
        after: [
          { name: 'E-mail', value: thing },
          { name: 'Roles', value: namesOf(given.roles) },
          { name: 'Invitation', value: `Works once, within ${policy.operators.invitationHours} hours` },
        ],
        told: 'An e-mail with a link to become an operator.',
      }
    },
    do: async (tx, { thing, given, asker, decider, now }) => {
      const expires = new Date(now.getTime() + policy.operators.invitationHours * hour)
      const invited = { email: thing, roles: given.roles, by: asker, approvedBy: decider, at: now, expires }
      await outbox.send(tx, invitationMail, { invitation: await store.insertInvitation(tx, invited) })
    },
  })

const refusalOf = ({ role, username }: Customer) =>
  role === 'operator'
    ? `This is ${username}’s e-mail address, who is already an operator.`
    : 'This e-mail address belongs to a customer, and nobody is both customer and operator.'

const oneRole = z.strictObject({ role: z.enum(roles) })

/** The operator whom it is about, while nobody else changes roles. */
const lockOperator = async (tx: Tx, thing: string): Promise<Customer | undefined> => {
  await store.lockAllRoles(tx)
  const person = isId(thing) ? await lockIfThere(tx, thing) : undefined
  return person?.role === 'operator' ? person : undefined
}

const lookOf = ({ username, roles: held }: Customer, after: readonly Role[]) => {
  const who = { name: 'Operator', value: username }
  return {
    version: namesOf(held),
    customer: null,
    before: [who, { name: 'Roles', value: namesOf(held) }],
    after: [who, { name: 'Roles', value: namesOf(after) }],
    told: null,
  }
}

const refuseOwn = (thing: string, decider: string) => {
  if (thing === decider) throw new Failure('Forbidden', {}, 'These are your own roles. Another owner has to decide.')
}

export const giveOperatorRole = decision({
  action: 'give-role',
  title: 'Give an operator a role',
  asks: owners,
  approves: owners,
  given: oneRole,
  look: async (tx, { thing, given: { role } }) => {
    const person = await lockOperator(tx, thing)
    if (person?.roles.includes(role)) throw new Failure('StateChanged', {}, `${person.username} has this role already.`)
    return person && lookOf(person, [...person.roles, role])
  },
  do: async (tx, { thing, given: { role }, asker, decider, now }) => {
    refuseOwn(thing, decider)
    await store.giveRole(tx, { operator: thing, role, by: asker, at: now })
  },
})

export const takeOperatorRole = decision({
  action: 'take-role',
  title: 'Take a role from an operator',
  asks: owners,
  approves: owners,
  given: oneRole,
  look: async (tx, { thing, given: { role } }) => {
    const person = await lockOperator(tx, thing)
    if (!person) return
    if (!person.roles.includes(role))
      throw new Failure('StateChanged', {}, `${person.username} does not have this role.`)
    if (role === 'Owner' && (await store.countWith(tx, 'Owner')) <= ownersLeast)
      throw new Failure('StateChanged', {}, 'Two owners have to stay: with fewer, nobody could approve anything here.')
    return lookOf(
      person,
      person.roles.filter((held) => held !== role),
    )
  },
  do: async (tx, { thing, given: { role }, asker, decider, now }) => {
    refuseOwn(thing, decider)
    await store.takeRole(tx, { operator: thing, role, by: asker, at: now })
  },
})
