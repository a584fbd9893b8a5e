import type { Tx } from '@ingot/db/connect'
import { Failure } from '../../failure.ts'
import { idIn, refuseOwn } from './approving.ts'
import { fromTheHouse, giveBack } from './ending.ts'
import { lockWithSender, type Withdrawals } from './withdrawals.ts'

/** What the customer reads, whatever the audit log says. */
const refusedWords = 'We could not approve it. Please contact support if you have questions.'

/** By one operator: nothing leaves by it. One that is not packed yet can still be refused. */
export const refuseAlone = async (
  tx: Tx,
  withdrawals: Withdrawals,
  thing: string,
  { operator, at }: { operator: string; at: Date },
) => {
  const withdrawal = await lockWithSender(tx, idIn(thing))
  refuseOwn(withdrawal, operator)
  if (withdrawal.state !== 'Requested' && withdrawal.state !== 'Approved') throw new Failure('StateChanged')
  const by = `operator:${operator}`
  const how = { to: 'Refused', reason: refusedWords, by, at, from: fromTheHouse, isTold: true } as const
  await giveBack(tx, withdrawals, withdrawal, how)
  return { customer: withdrawal.customer }
}
