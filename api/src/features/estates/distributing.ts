import { randomBytes } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import { owedBy } from '../debts/debts.ts'
import { lockSender } from '../wallet/store.ts'
import { findBeneficiary, hasLeft, saveBeneficiaryLink } from './beneficiary-store.ts'
import { isDistributed, passOn, sweepEstate } from './booking.ts'
import type { Estates } from './estates.ts'
import { estateMoves } from './rules.ts'
import { isMinorOn } from './same-person.ts'
import { estateMail } from './sent-jobs.ts'
import { type BeneficiaryRow, beneficiariesOf, type EstateRow, lockEstate } from './store.ts'
import { openReceiving } from './told.ts'

type How = { by: string; at: Date }

/** An estate that is given out, and the sender of whose it was, until the transaction ends. */
export const lockGivenOut = async (
  tx: Tx,
  { id, customer }: { id: string; customer: string },
): Promise<EstateRow | undefined> => {
  await lockSender(tx, customer)
  const estate = await lockEstate(tx, id)
  return estate?.state === 'Approved' || estate?.state === 'Distributed' ? estate : undefined
}

/** A guardian receives only until the child has come of age: then it is the child who has to be known. */
export const isOutgrown = (estates: Estates, beneficiary: BeneficiaryRow, at: Date): boolean =>
  beneficiary.as_guardian && !isMinorOn(openReceiving(estates, beneficiary).dateOfBirth, at)

/**
 * The customer whom something can be given to: nobody while it is not known who it is, once the account was closed, or once the child
 * of a guardian has come of age. Then it can be said anew who receives. Of one who has died his own estate has it.
 */
export const receiverOf = async (
  tx: Tx,
  estates: Estates,
  beneficiary: BeneficiaryRow,
  at: Date,
): Promise<string | null> => {
  const { customer } = beneficiary
  if (customer === null || isOutgrown(estates, beneficiary, at)) return null
  return (await hasLeft(tx, customer)) ? null : customer
}

/** Those to whom something can be given; nobody as long as something is owed. */
const receiversIn = async (tx: Tx, estates: Estates, { id, customer: deceased }: EstateRow, { at }: How) => {
  if (deceased === null || (await owedBy(tx, deceased)) > 0n) return []
  const found: { beneficiary: BeneficiaryRow; customer: string }[] = []
  for (const beneficiary of await beneficiariesOf(tx, id)) {
    const customer = await receiverOf(tx, estates, beneficiary, at)
    if (customer !== null) found.push({ beneficiary, customer })
  }
  return found
}

/** Gives everybody who is known what is his, and ends it once nothing is left. Says to how many something was given. */
export const giveOut = async (tx: Tx, estates: Estates, estate: EstateRow, how: How): Promise<number> => {
  let given = 0
  for (const { beneficiary, customer } of await receiversIn(tx, estates, estate, how)) {
    if (!(await passOn(tx, estates, { estate, beneficiary, customer }, how))) continue
    given += 1
    const about = { estate: estate.id, beneficiary: beneficiary.id, at: how.at.toISOString() }
    await estates.outbox.send(tx, estateMail, { kind: 'received', ...about })
  }
  if (estate.state === 'Approved' && (await isDistributed(tx, estate))) {
    const set = { distributed_at: how.at, ended_at: how.at }
    await advance(tx, estateMoves, estate.id, { to: 'Distributed', by: how.by, at: how.at, set })
  }
  return given
}

/** By the clock: what has come in since is shared and given out too. */
export const giveOutOne = (estates: Estates, due: { id: string; customer: string }): Promise<void> =>
  inTransaction(estates.db, async (tx) => {
    const estate = await lockGivenOut(tx, due)
    if (!estate) return
    const how = { by: 'clock', at: estates.now() }
    await sweepEstate(tx, estates, estate, how)
    await giveOut(tx, estates, estate, how)
  })

/** Has somebody asked once by mail who receives. Whoever has no e-mail address is found by operators. */
export const inviteOne = (estates: Estates, { id, estate }: BeneficiaryRow): Promise<void> =>
  inTransaction(estates.db, async (tx) => {
    await lockEstate(tx, estate)
    const beneficiary = await findBeneficiary(tx, id)
    if (!beneficiary || beneficiary.customer !== null) return
    const at = estates.now()
    // That he was asked is told by there being a link; the one that works is made for the mail.
    await saveBeneficiaryLink(tx, id, { hash: randomBytes(32), until: at })
    await estates.outbox.send(tx, estateMail, { kind: 'invitation', estate, beneficiary: id, at: at.toISOString() })
  })
