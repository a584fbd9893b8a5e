import { randomUUID } from 'node:crypto'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { Nominee, NomineeSet, UnfinishedNominee } from '@ingot/endpoints/nominee-fields'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { lockSender } from '../wallet/store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { refuseNominees } from './checking.ts'
import type { Nominees } from './nominees.ts'
import { nomineeSetMoves } from './rules.ts'
import { namerOf, sealNominees, shownSet } from './sets.ts'
import * as store from './store.ts'

type Given = { namesNobody: boolean; nominees: Nominee[]; unfinished?: UnfinishedNominee | null | undefined }

/** A change is always later than the one before, so that what was confirmed is known by its time. */
const laterThan = (before: Date | undefined, now: Date): Date =>
  before && before >= now ? new Date(before.getTime() + 1) : now

/** Keeps what is being changed. Under the lock of the customer's sending, which whoever confirms takes as well. */
export const saveDraft = async (
  nominees: Nominees,
  customer: string,
  given: Given,
  from: Origin,
): Promise<NomineeSet> => {
  const { db, now, kyc, wallet } = nominees
  if (given.namesNobody && given.nominees.length > 0)
    throw new Failure('InvalidInput', {}, 'Either name somebody, or say that you name nobody.')
  await wallet.identity.limits.take('nominee-draft', customer, from.address)
  return inTransaction(db, async (tx) => {
    await lockSender(tx, customer)
    const at = now()
    refuseNominees(given.nominees, await namerOf(tx, nominees, customer), at)
    const before = await store.findDraft(tx, customer)
    const id = before?.id ?? randomUUID()
    const saved = await store.saveDraft(tx, {
      ...{ id, customer, nominees: given.nominees.length, names_nobody: given.namesNobody },
      sealed: sealNominees(kyc, { id, customer, nominees: given.nominees, unfinished: given.unfinished ?? null }),
      changed_at: laterThan(before?.changed_at, at),
    })
    return shownSet(nominees, saved)
  })
}

export const discardDraft = ({ db, now }: Nominees, customer: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockSender(tx, customer)
    const [draft, at] = [await store.findDraft(tx, customer), now()]
    if (!draft) throw new Failure('NotFound')
    await advance(tx, nomineeSetMoves, draft.id, { to: 'Discarded', by: ownerOf(customer), at, set: { ended_at: at } })
  })
