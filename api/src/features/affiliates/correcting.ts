import type { Tx } from '@ingot/db/connect'
import * as z from 'zod/mini'
import { type Decision, decision, isId } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { type Identity, record } from '../identity/identity.ts'
import {
  type Customer,
  findIntroducer,
  isErased,
  lockIfThere,
  readCustomer,
  saveIntroducer,
} from '../identity/store.ts'
import { hasAccrued, insertCorrection } from './correcting-store.ts'
import { mayBeCorrected } from './rules.ts'
import { recomputeRanks } from './service.ts'

export const correctionTold = 'Under Activity: “We corrected who brought you”.'

/** Whoever was there first may be above; nobody else, and so nobody is ever above himself. */
const introducerWanted = async (tx: Tx, customer: Customer, code: string): Promise<Customer | null> => {
  if (code === '') return null
  const found = await findIntroducer(tx, code)
  if (!found) throw new Failure('UnknownReferralCode')
  const introducer = await readCustomer(tx, found.id)
  if (isErased(introducer)) throw new Failure('UnknownReferralCode')
  if (BigInt(introducer.number) >= BigInt(customer.number))
    throw new Failure('StateChanged', {}, 'That introducer came after the customer, and cannot have brought him.')
  return introducer
}

/** A wrong code at sign-up, put right by two operators while nothing hangs on it yet. */
export const correctIntroducer = (
  identity: Identity,
  keepName: (tx: Tx, customer: string) => Promise<void>,
): Decision =>
  decision({
    action: 'correct-introducer',
    title: 'Correct who brought a customer',
    asks: ['Owner', 'Compliance', 'Support'],
    approves: ['Owner', 'Compliance'],
    /** The referral code of who brought him; empty for nobody. */
    given: z.strictObject({ code: z.string().check(z.trim(), z.toUpperCase(), z.maxLength(32)) }),
    look: async (tx, { thing, given }) => {
      const customer = isId(thing) ? await lockIfThere(tx, thing) : undefined
      if (customer?.role !== 'customer' || isErased(customer)) return
      if (!mayBeCorrected(customer.created_at, identity.now())) {
        const { correctionDays } = policy.affiliates
        throw new Failure('StateChanged', {}, `The customer came more than ${correctionDays} days ago.`)
      }
      if (await hasAccrued(tx, thing))
        throw new Failure('StateChanged', {}, 'Somebody has already earned a reward by this customer.')
      const before = customer.introducer === null ? null : await readCustomer(tx, customer.introducer)
      const after = await introducerWanted(tx, customer, given.code)
      if (after?.id === before?.id) throw new Failure('StateChanged', {}, 'That is who brought the customer already.')
      const named = (introducer: Customer | null) => [{ name: 'Brought by', value: introducer?.username ?? 'Nobody' }]
      return {
        version: `${before?.id ?? 'nobody'} ${after?.id ?? 'nobody'}`,
        customer: thing,
        before: named(before),
        after: named(after),
        told: correctionTold,
      }
    },
    do: async (tx, { thing, given, approval, asker, decider, now }) => {
      const customer = await readCustomer(tx, thing)
      const after = await introducerWanted(tx, customer, given.code)
      const [from, to] = [customer.introducer, after?.id ?? null]
      const persons = { askedBy: asker, approvedBy: decider }
      await insertCorrection(tx, { id: approval, customer: thing, from, to, ...persons, at: now })
      await saveIntroducer(tx, thing, to)
      await keepName(tx, thing)
      await recomputeRanks(tx, thing, ...(from === null ? [] : [from]))
      await record(tx, identity, { customer: thing, kind: 'introducer-corrected', from: { address: '', agent: '' } })
    },
  })
