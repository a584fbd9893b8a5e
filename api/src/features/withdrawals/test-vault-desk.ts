import { randomUUID } from 'node:crypto'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import { withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import type { BarSize, WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { type Operator, withOperators } from '../../approvals/test-approvals.ts'
import { codeOf, courierTokenOf } from './release.ts'
import { withdrawalMoves } from './rules.ts'
import { findWithdrawal } from './store.ts'
import { createVaultHouse, type Taker } from './test-withdrawals.ts'

type Made = { id: string; number: string; serials: string[] }

let trackings = 0

/** For tests: people who take bars out, and the vault's operators: one who approves, one who packs. */
export const createVaultDesk = async (env: Record<string, string> = {}) => {
  const house = await withOperators(await createVaultHouse(env))
  const approver = await house.newOperator('approver', ['Vault'])
  const packer = await house.newOperator('packer', ['Vault'])

  const decide = ({ client }: Operator, action: string, id: string) =>
    client.post(`/operator/queues/withdrawals/${encodeURIComponent(withdrawalThing(id))}/decide`, {
      action,
      reason: 'I looked at it',
    })
  const step = ({ client }: Operator, id: string, name: string, body?: object, key: string = randomUUID()) =>
    client.post(`/operator/withdrawals/${id}/${name}`, body, { 'idempotency-key': key })
  const pack = async (by: Operator, id: string, serials: readonly string[], key?: string) =>
    step(by, id, 'pack', { serials, ...(await house.proofOf(by)) }, key)
  const newTracking = () => `TRACK${String(++trackings).padStart(6, '0')}`
  const look = async ({ client }: Operator, id: string) => (await client.get(`/operator/withdrawals/${id}`)).body.data

  /** Two operators make it good, or take it back. */
  const decideTogether = async (action: string, id: string, given: Record<string, string> = {}) => {
    const asked = await house.ask(approver, { action, thing: withdrawalThing(id), given })
    return asked.status === 200 ? house.decide(packer, 'approve', asked.body.data.id) : asked
  }

  const requestOne = async (
    taker: Taker,
    bars: Partial<Record<BarSize, number>> = { 10: 1 },
    more: object = {},
  ): Promise<Made> => {
    const [made] = await house.requested(taker, bars, more)
    if (!made) throw new Error('nothing was asked for')
    return { id: made.id, number: made.number, serials: made.bars.map(({ serial }) => serial) }
  }

  const sure = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`)
  }
  const makeLate = (id: string) =>
    inTransaction(house.db, (tx) => advance(tx, withdrawalMoves, id, { from: 'Sent', to: 'Late', by: 'clock' }))
  /** As whoever stands at the door does, with the customer's code. */
  const deliver = async (id: string) => {
    const kept = await findWithdrawal(house.db, id)
    if (!kept) throw new Error('there is no such withdrawal')
    const [token, code] = [courierTokenOf(house.kyc, kept), codeOf(house.kyc, kept)]
    await sure(packer.client.post('/parcels/release', { token, code }))
  }
  /** How one comes to each state, from the one before. */
  const ways: Record<
    WithdrawalState,
    { from: WithdrawalState | null; go: (taker: Taker, made: Made) => Promise<void> }
  > = {
    Requested: { from: null, go: async () => undefined },
    Approved: { from: 'Requested', go: (_, { id }) => sure(decide(approver, 'approve-withdrawal', id)) },
    Refused: { from: 'Requested', go: (_, { id }) => sure(decide(approver, 'refuse-withdrawal', id)) },
    Cancelled: { from: 'Requested', go: (taker, { id }) => sure(house.cancel(taker, id)) },
    Packed: { from: 'Approved', go: (_, { id, serials }) => sure(pack(packer, id, serials)) },
    Sent: { from: 'Packed', go: (_, { id }) => sure(step(packer, id, 'send', { tracking: newTracking() })) },
    Ready: { from: 'Packed', go: (_, { id }) => sure(step(packer, id, 'ready')) },
    Late: { from: 'Sent', go: (_, { id }) => makeLate(id) },
    Delivered: { from: 'Sent', go: (_, { id }) => deliver(id) },
    Disputed: { from: 'Delivered', go: (taker, { id }) => sure(house.dispute(taker, id)) },
    Returned: { from: 'Sent', go: (_, { id }) => sure(step(packer, id, 'returned', { reason: 'it came back' })) },
    Lost: { from: 'Sent', go: (_, { id }) => sure(step(packer, id, 'lost', { reason: 'the carrier says so' })) },
    Replaced: { from: 'Lost', go: (_, { id }) => sure(decideTogether('replace-withdrawal', id)) },
    Credited: { from: 'Lost', go: (_, { id }) => sure(decideTogether('credit-withdrawal', id)) },
  }
  /** One that has come to a state, by the calls that lead there. */
  const inState = async (
    taker: Taker,
    state: WithdrawalState,
    bars?: Partial<Record<BarSize, number>>,
  ): Promise<Made> => {
    const path: WithdrawalState[] = []
    for (let at: WithdrawalState | null = state; at !== null; at = ways[at].from) path.unshift(at)
    const made = await requestOne(taker, bars, path.includes('Ready') ? { way: 'collect' } : {})
    for (const each of path) await ways[each].go(taker, made)
    return made
  }

  return {
    ...house,
    approver,
    deliver,
    packer,
    decideAlone: decide,
    step,
    pack,
    newTracking,
    look,
    decideTogether,
    requestOne,
    inState,
  }
}
