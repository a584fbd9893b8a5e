import * as z from 'zod/mini'
import { type Decision, decision } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { isUuid } from '../../queue.ts'
import { type Identity, record } from '../identity/identity.ts'
import { findCustomer, lockCustomer } from '../identity/store.ts'
import { saveNotFinal } from './queue-store.ts'
import { askProvider } from './sent-jobs.ts'
import { lockApplicant } from './store.ts'

const final = [{ name: 'Verification', value: 'Rejected for good' }]
const open = [{ name: 'Verification', value: 'Rejected; the customer can hand in again' }]

/** A customer who was declined for good may try again. The provider is asked anew: its answer still decides. */
export const overturnRejection = (identity: Identity): Decision =>
  decision({
    action: 'overturn-rejection',
    title: 'Let a customer try the verification again who was declined for good',
    asks: ['Owner', 'Compliance'],
    approves: ['Owner', 'Compliance'],
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const customer = isUuid(thing) ? await findCustomer(tx, thing) : undefined
      if (!customer) return undefined
      await lockCustomer(tx, thing)
      const applicant = await lockApplicant(tx, thing)
      if (!applicant) return undefined
      if (!applicant.is_final) throw new Failure('StateChanged')
      return {
        version: applicant.applied_read,
        customer: thing,
        before: final,
        after: open,
        told: 'Under Activity: “We let you try the verification again”.',
      }
    },
    do: async (tx, { thing }) => {
      await saveNotFinal(tx, thing)
      await record(tx, identity, { customer: thing, kind: 'rejection-overturned', from: { address: '', agent: '' } })
      await identity.outbox.send(tx, askProvider, { customer: thing })
    },
  })
