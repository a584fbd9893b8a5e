import type { Tx } from '@ingot/db/connect'
import { beneficiaryThing } from '@ingot/endpoints/estate-desk'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import * as z from 'zod/mini'
import { type Decision, decision } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { isUuid } from '../../queue.ts'
import { type Customer, findCustomer, isErased } from '../identity/store.ts'
import { findPersonal, recordRead } from '../kyc/store.ts'
import { shareText } from '../nominees/checking.ts'
import { findBeneficiary, linkBeneficiary } from './beneficiary-store.ts'
import { approveEstate, refuseInPapers, trusted } from './desk-decisions.ts'
import { nameOf } from './desk-missing.ts'
import { lockWithSender, refuseOwn } from './desk-steps.ts'
import { giveOut, receiverOf } from './distributing.ts'
import type { Estates } from './estates.ts'
import { referenceOf } from './rules.ts'
import { isMinorOn } from './same-person.ts'
import type { BeneficiaryRow, EstateRow } from './store.ts'
import { openReceiving } from './told.ts'

const idIn = (thing: string): string => {
  const id = thing.slice(beneficiaryThing('').length)
  if (!isUuid(id) || beneficiaryThing(id) !== thing) throw new Failure('NotFound')
  return id
}

const refuse = (words: string) => new Failure('StateChanged', {}, words)

/** Of an estate that is given out, and of whom nobody is known yet to whom something can be given. */
const lockUnknown = async (
  tx: Tx,
  estates: Estates,
  thing: string,
): Promise<{ estate: EstateRow; beneficiary: BeneficiaryRow }> => {
  const found = await findBeneficiary(tx, idIn(thing))
  if (!found) throw new Failure('NotFound')
  const estate = await lockWithSender(tx, found.estate)
  // Something may have come in after all the others had theirs.
  if (estate.state !== 'Approved' && estate.state !== 'Distributed') throw new Failure('StateChanged')
  const beneficiary = await findBeneficiary(tx, found.id)
  if (!beneficiary || (await receiverOf(tx, estates, beneficiary, estates.now())) !== null)
    throw refuse('It is known already who this is.')
  return { estate, beneficiary }
}

/** The house gives neither to the dead, nor to an operator, nor to anybody who was not verified. */
const readReceiver = async (tx: Tx, id: string, estate: EstateRow): Promise<Customer> => {
  const receiver = await findCustomer(tx, id)
  if (!receiver) throw refuse('There is no such customer.')
  if (id === estate.customer) throw refuse('This is the account of the one who died.')
  if (receiver.closed_at !== null || isErased(receiver)) throw refuse('The account of this customer is closed.')
  if (receiver.kyc_status !== 'Verified') throw refuse('This customer is not verified.')
  return receiver
}

/** As he was verified, for the two to compare. That it is read is recorded. */
const verifiedText = async (
  tx: Tx,
  { kyc, now }: Estates,
  { id }: Customer,
  estate: Pick<EstateRow, 'id'>,
): Promise<string> => {
  const personal = await findPersonal(tx, id)
  if (!personal) return 'Nothing is known'
  const why = `estate ${referenceOf(estate)}: who receives`
  await recordRead(tx, { reader: 'api', customer: id, what: 'personal', why }, now())
  const info = kyc.personalData.open<PersonalInfo>(id, 'personal', personal.sealed)
  return `${nameOf(info)}, born ${info.dateOfBirth}`
}

/** Who was linked before, to whom nothing is given any more. */
const untilNow = async (tx: Tx, id: string): Promise<string> => {
  const before = await findCustomer(tx, id)
  if (!before || before.closed_at || isErased(before)) return 'Somebody whose account is closed'
  return `${before.username}, the guardian of a child who has come of age`
}

const linkByHand = (estates: Estates) =>
  decision({
    ...{ action: 'link-beneficiary', title: 'Say who receives', ...trusted },
    given: z.strictObject({ customer: z.uuid() }),
    look: async (tx, { thing, given }) => {
      const { estate, beneficiary } = await lockUnknown(tx, estates, thing)
      const receiver = await readReceiver(tx, given.customer, estate)
      const told = openReceiving(estates, beneficiary)
      const { guardian } = told
      const isUnderAge = isMinorOn(told.dateOfBirth, estates.now())
      return {
        version: `${estate.state} ${receiver.id} ${isUnderAge ? 'under age' : 'of age'} instead of ${beneficiary.customer}`,
        customer: receiver.id,
        before: [
          { name: 'Estate', value: referenceOf(estate) },
          {
            name: 'Who receives',
            value: `${nameOf(told)}, born ${told.dateOfBirth}, ${shareText(beneficiary.share)}`,
          },
          ...(guardian
            ? [{ name: 'Guardian', value: `${guardian.firstName} ${guardian.lastName}, born ${guardian.dateOfBirth}` }]
            : []),
          ...(beneficiary.customer === null
            ? []
            : [{ name: 'Until now', value: await untilNow(tx, beneficiary.customer) }]),
        ],
        after: [
          { name: 'Customer', value: receiver.username },
          { name: 'Verified as', value: await verifiedText(tx, estates, receiver, estate) },
          ...(isUnderAge ? [{ name: 'As', value: 'Guardian, since whoever receives is under age' }] : []),
          { name: 'Then', value: 'All that is set aside for this person goes to that account at once' },
        ],
        told: 'An e-mail tells the customer what was received.',
      }
    },
    do: async (tx, { thing, given, asker, decider, now: at }) => {
      const { estate, beneficiary } = await lockUnknown(tx, estates, thing)
      refuseOwn(estate.customer, asker, decider)
      const { id: customer } = await readReceiver(tx, given.customer, estate)
      const asGuardian = isMinorOn(openReceiving(estates, beneficiary).dateOfBirth, at)
      await linkBeneficiary(tx, beneficiary, { customer, at, by: 'operators', asGuardian })
      await giveOut(tx, estates, estate, { by: `operator:${decider}`, at })
    },
  })

/** What takes two operators. */
export const estateDecisions = (estates: Estates): Decision[] => [
  approveEstate(estates),
  refuseInPapers(estates),
  linkByHand(estates),
]
