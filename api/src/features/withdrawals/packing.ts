import type { Tx } from '@ingot/db/connect'
import { findReply, type Operation, runOperationIn } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import { hasOneOf } from '@ingot/endpoints/roles'
import * as calls from '@ingot/endpoints/withdrawal-desk'
import { writeAudit } from '@ingot/ledger/audit'
import { lockRoles } from '../../approvals/store.ts'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { acceptBoth } from '../identity/two-factor.ts'
import { checkMayLeave, refuseOwn } from './approving.ts'
import { bookPacked } from './booking.ts'
import { vaultRoles } from './desk.ts'
import { issueDeliveryNote } from './notes.ts'
import { newHandover } from './release.ts'
import { withdrawalMoves } from './rules.ts'
import { checkSerials } from './serials.ts'
import { shownWithdrawal } from './shown.ts'
import { findWithdrawal, type StoredWithdrawal } from './store.ts'
import { lockWithSender, type Withdrawals } from './withdrawals.ts'

type Reply = ReplyOf<typeof calls.packWithdrawal>

/** Whoever approved it does not pack it: two have looked at what leaves. The table holds the same. */
const refuseApprover = ({ approvedBy }: StoredWithdrawal, operator: string): void => {
  if (approvedBy === operator)
    throw new Failure('Forbidden', {}, 'You have approved this withdrawal: another operator has to pack it.')
}

/** Burns the grams, lets the bars leave, takes the fees and issues the delivery note: all of it or nothing. */
const packIn = async (
  tx: Tx,
  withdrawals: Withdrawals,
  id: string,
  { operator, serials }: { operator: string; serials: readonly string[] },
): Promise<Reply> => {
  const [by, at] = [`operator:${operator}`, withdrawals.now()]
  const withdrawal = await lockWithSender(tx, id)
  if (withdrawal.state !== 'Approved') throw new Failure('StateChanged')
  refuseOwn(withdrawal, operator)
  refuseApprover(withdrawal, operator)
  await checkSerials(tx, withdrawal, serials)
  await checkMayLeave(tx, withdrawals, withdrawal)
  const { entry } = await bookPacked(tx, withdrawal, { by, at, issuing: withdrawals.kyc })
  const set = { packed_at: at, packed_by: operator, packed_entry: String(entry) }
  await advance(tx, withdrawalMoves, id, { from: 'Approved', to: 'Packed', by, at, set })
  // The label bears a link, so there is one from here on; its code counts once it is sent.
  if (withdrawal.way === 'deliver') await newHandover(tx, withdrawals, withdrawal, at)
  const packed = await findWithdrawal(tx, id)
  if (!packed) throw new Error('a withdrawal was not packed')
  const shown = await shownWithdrawal(tx, packed, at)
  const facts = { Serials: packed.bars.map(({ serial }) => serial).join(', '), Entry: String(entry) }
  const about = { customer: packed.customer, thing: calls.withdrawalThing(id), facts }
  await writeAudit(tx, { operator, action: 'pack-withdrawal', ...about, at })
  // Last, since whoever takes the next number waits for the commit.
  await issueDeliveryNote(tx, withdrawals, packed, { entry, at, by })
  return { data: shown }
}

/** By password and a fresh code: from here on the bars are no longer in the books. */
export const packWithdrawal = async (
  withdrawals: Withdrawals,
  person: Person,
  { id, serials, ...proof }: BodyOf<typeof calls.packWithdrawal> & { id: string },
  { from, operation }: { from: Origin; operation: Operation },
): Promise<Reply> => {
  const pack = (tx: Tx) =>
    runOperationIn(tx, operation, async () => {
      // Whoever lost the role a moment ago packs nothing.
      if (!hasOneOf(await lockRoles(tx, person.id), vaultRoles)) throw new Failure('Forbidden')
      return packIn(tx, withdrawals, id, { operator: person.id, serials })
    })
  try {
    return await acceptBoth(withdrawals.wallet.identity, person, proof, from, pack)
  } catch (error) {
    // Another process may have done the same operation, and used its code.
    const done = await findReply(withdrawals.db, operation)
    if (done) return done.reply as Reply
    throw error
  }
}
