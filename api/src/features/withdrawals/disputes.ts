import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { idIn, refuseOwn } from './approving.ts'
import { tellOf } from './handing.ts'
import { withdrawalMoves } from './rules.ts'
import { lockWithSender, type Withdrawals } from './withdrawals.ts'

type Settled = { to: 'Delivered' | 'Lost'; operator: string; at: Date; why: string }

/** What its customer says did not arrive has arrived, as the carrier or another proof shows; or it has not, and is made good. */
export const settleDispute = async (
  tx: Tx,
  withdrawals: Withdrawals,
  thing: string,
  { to, operator, at, why }: Settled,
) => {
  const withdrawal = await lockWithSender(tx, idIn(thing))
  const { id, customer } = withdrawal
  refuseOwn(withdrawal, operator)
  const set = to === 'Lost' ? { reason: 'It did not reach you.' } : {}
  await advance(tx, withdrawalMoves, id, { from: 'Disputed', to, by: `operator:${operator}`, at, why, set })
  if (to === 'Lost') await tellOf(tx, withdrawals, withdrawal, { kind: 'lost', at })
  return { customer }
}
