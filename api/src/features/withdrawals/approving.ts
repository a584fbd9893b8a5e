import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import type { ErrorName } from '@ingot/endpoints/errors'
import { withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import { Failure } from '../../failure.ts'
import { isUuid } from '../../queue.ts'
import { openSender } from '../wallet/senders.ts'
import { lockSender } from '../wallet/store.ts'
import { isShort } from './desk-store.ts'
import { withdrawalMoves } from './rules.ts'
import type { StoredWithdrawal } from './store.ts'
import { lockWithSender, type Withdrawals } from './withdrawals.ts'

/** What stands in a customer's way, as whoever decides should read it. */
const standsInTheWay: Partial<Record<ErrorName, string>> = {
  OutgoingFrozen: 'The account of this customer is frozen: nothing can leave it.',
  OutgoingHeld:
    'This customer has just changed the password, the PIN or 2FA: nothing leaves for 48 hours after that. Please look again later.',
  DebtOpen: 'This customer owes something: nothing leaves until it is settled.',
}

const inWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    const words = error instanceof Failure && standsInTheWay[error.error]
    throw words ? new Failure('StateChanged', {}, words) : error
  })

const refuse = (words: string) => new Failure('StateChanged', {}, words)

/** Everything that was asked when the customer wanted it, once more: nothing leaves that may not. */
export const checkMayLeave = async (
  tx: Tx,
  { wallet }: Pick<Withdrawals, 'wallet'>,
  withdrawal: StoredWithdrawal,
): Promise<void> => {
  const { customer } = withdrawal
  await inWords(openSender(tx, wallet, customer))
  const { kycStatus } = await lockSender(tx, customer)
  if (kycStatus !== 'Verified') throw refuse('This customer is not verified any more.')
  if (await isShort(tx, withdrawal))
    throw refuse(
      'Less lies aside for it than its bars weigh: a payment for the holding was taken back. Please refuse it.',
    )
}

/** The withdrawal that a thing names. */
export const idIn = (thing: string): string => {
  const id = thing.slice(withdrawalThing('').length)
  if (!isUuid(id) || withdrawalThing(id) !== thing) throw new Failure('NotFound')
  return id
}

export const refuseOwn = ({ customer }: StoredWithdrawal, operator: string): void => {
  if (customer === operator) throw new Failure('Forbidden', {}, 'Nobody decides about a withdrawal of his own.')
}

type By = { operator: string; at: Date }

/** By one operator; another one packs it. */
export const approveAlone = async (tx: Tx, withdrawals: Withdrawals, thing: string, { operator, at }: By) => {
  const withdrawal = await lockWithSender(tx, idIn(thing))
  const { id, customer, state } = withdrawal
  refuseOwn(withdrawal, operator)
  if (state !== 'Requested') throw new Failure('StateChanged')
  await checkMayLeave(tx, withdrawals, withdrawal)
  const set = { approved_at: at, approved_by: operator }
  await advance(tx, withdrawalMoves, id, { from: 'Requested', to: 'Approved', by: `operator:${operator}`, at, set })
  return { customer }
}
