import * as z from 'zod/mini'
import { type Decision, decision, isId } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { noteChange, stopRecovery } from './credentials.ts'
import type { Identity } from './identity.ts'
import { endAllSessions } from './session-store.ts'
import { type Customer, lockIfThere } from './store.ts'
import { removeTwoFactor } from './two-factor-store.ts'

/** Where operators sit is not for the owner's record. */
const fromTheHouse = { address: '', agent: '' }

type Whose = Pick<Decision, 'action' | 'title' | 'asks' | 'approves'> & { role: Customer['role'] }

/** For somebody who has lost phone and backup codes and cannot wait. */
const takeOff = (identity: Identity, { role, ...whose }: Whose) =>
  decision({
    ...whose,
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const owner = isId(thing) ? await lockIfThere(tx, thing) : undefined
      if (owner?.role !== role) return
      if (!owner.totp_secret) throw new Failure('StateChanged', {}, 'Two-factor authentication is already off.')
      const isOperator = role === 'operator'
      const named = isOperator ? [{ name: 'Operator', value: owner.username }] : []
      const sending = { name: 'Sending', value: `Nothing can leave for ${policy.credentials.outgoingHoldHours} hours` }
      return {
        // Every change of a password, a PIN or of 2FA moves it.
        version: owner.credentials_changed_at?.toISOString() ?? 'as it began',
        customer: isOperator ? null : thing,
        before: [...named, { name: 'Two-factor authentication', value: 'On' }],
        after: [
          ...named,
          { name: 'Two-factor authentication', value: 'Off, to be set up again at the next login' },
          { name: 'Devices', value: 'All logged out' },
          ...(isOperator ? [] : [sending]),
        ],
        told: 'An e-mail says that two-factor authentication is off, with a button to lock the account.',
      }
    },
    do: async (tx, { thing: customer, now }) => {
      // Otherwise it would take off, days later, what was set up anew.
      await stopRecovery(tx, identity, customer, fromTheHouse)
      await removeTwoFactor(tx, customer)
      await endAllSessions(tx, customer, now)
      await noteChange(tx, identity, { customer, kind: '2fa-disabled', from: fromTheHouse })
    },
  })

/** Whoever could take it off an owner would be half way to being one, so of operators only owners decide. */
export const twoFactorDecisions = (identity: Identity): Decision[] => [
  takeOff(identity, {
    role: 'customer',
    action: 'take-off-two-factor',
    title: 'Turn off two-factor authentication',
    asks: ['Owner', 'Compliance', 'Support'],
    approves: ['Owner', 'Compliance'],
  }),
  takeOff(identity, {
    role: 'operator',
    action: 'take-off-operator-two-factor',
    title: 'Turn off an operator’s two-factor authentication',
    asks: ['Owner'],
    approves: ['Owner'],
  }),
]
