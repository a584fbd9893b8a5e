import { assayNames, withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import { type WithdrawalState, withdrawalStates } from '@ingot/endpoints/withdrawal-fields'
import { verifyLedger } from '@ingot/ledger/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from './release.ts'
import { withdrawalMoves } from './rules.ts'
import { findWithdrawal } from './store.ts'
import { createVaultDesk } from './test-vault-desk.ts'
import type { Taker } from './test-withdrawals.ts'

// Whatever a customer or an operator can do with a withdrawal, tried in every state.

let desk: Awaited<ReturnType<typeof createVaultDesk>>
beforeAll(async () => {
  desk = await createVaultDesk()
  await desk.addBars('1', 150)
}, 60_000)
afterAll(() => desk.close())

type Made = { id: string; serials: string[] }
type Answer = { status: number; body: { error?: { name: string } } }

const given = async (id: string): Promise<Record<string, string>> => {
  const kept = await findWithdrawal(desk.db, id)
  const bars = kept?.bars.map((bar) => assayNames(bar.id)) ?? []
  return Object.fromEntries([
    ['reference', 'Assay 1'],
    ...bars.flatMap(({ fineness, grossGrams }) => [
      [fineness, '999.9'],
      [grossGrams, '1'],
    ]),
  ])
}
const codeFor = async (id: string) => {
  const kept = await findWithdrawal(desk.db, id)
  return (kept && codeOf(desk.kyc, kept)) ?? '000000'
}

const calls = {
  approve: (_, { id }) => desk.decideAlone(desk.approver, 'approve-withdrawal', id),
  refuse: (_, { id }) => desk.decideAlone(desk.approver, 'refuse-withdrawal', id),
  cancel: (taker, { id }) => desk.cancel(taker, id),
  pack: (_, { id, serials }) => desk.pack(desk.packer, id, serials),
  send: (_, { id, serials }) => desk.step(desk.packer, id, 'send', { tracking: desk.newTracking(), serials }),
  ready: (_, { id }) => desk.step(desk.packer, id, 'ready'),
  'hand over': async (_, { id }) => desk.step(desk.packer, id, 'hand-over', { code: await codeFor(id) }),
  return: (_, { id }) => desk.step(desk.packer, id, 'returned', { reason: 'it came back' }),
  'new code': (_, { id }) => desk.step(desk.packer, id, 'new-code', { reason: 'mistyped it' }),
  deliver: (_, { id }) => desk.step(desk.packer, id, 'delivered', { reason: 'signed for by Ann' }),
  lose: (_, { id }) => desk.step(desk.packer, id, 'lost', { reason: 'the carrier says so' }),
  dispute: (taker, { id }) => desk.dispute(taker, id),
  'has arrived': (_, { id }) => desk.decideAlone(desk.approver, 'withdrawal-arrived', id),
  'has not arrived': (_, { id }) => desk.decideAlone(desk.approver, 'withdrawal-not-arrived', id),
  credit: (_, { id }) => desk.decideTogether('credit-withdrawal', id),
  replace: (_, { id }) => desk.decideTogether('replace-withdrawal', id),
  'take back': async (_, { id }) => desk.decideTogether('take-back-withdrawal', id, await given(id)),
} satisfies Record<string, (taker: Taker, made: Made) => Promise<Answer>>

type Call = keyof typeof calls

/** What each call makes of each state. Everything that does not stand here is refused. */
const table: Record<WithdrawalState, Partial<Record<Call, WithdrawalState>>> = {
  Requested: { approve: 'Approved', refuse: 'Refused', cancel: 'Cancelled' },
  Approved: { pack: 'Packed', refuse: 'Refused', cancel: 'Cancelled' },
  Packed: { send: 'Sent' },
  Sent: { return: 'Returned', lose: 'Lost', deliver: 'Delivered', 'new code': 'Sent' },
  Late: { return: 'Returned', lose: 'Lost', deliver: 'Delivered', 'new code': 'Late' },
  Ready: { 'hand over': 'Delivered', return: 'Returned', 'new code': 'Ready' },
  Delivered: { dispute: 'Disputed' },
  Disputed: { 'has arrived': 'Delivered', 'has not arrived': 'Lost' },
  Returned: { send: 'Sent', 'take back': 'Credited' },
  Lost: { credit: 'Credited', replace: 'Replaced' },
  Replaced: {},
  Credited: {},
  Refused: {},
  Cancelled: {},
}

const stateOf = async ({ id }: Made) => (await findWithdrawal(desk.db, id))?.state
const newTaker = (name: string) => desk.newTaker(name.toLowerCase(), { QMGT: '30', USDT: '2000' })

test.each(withdrawalStates)(
  'what is %s becomes what the table says, and nothing else',
  async (state) => {
    const taker = await newTaker(`taker${state}`)
    const made = await desk.inState(taker, state, { 1: 1 })
    const refusals = (Object.keys(calls) as Call[]).filter((call) => table[state][call] === undefined)
    for (const call of refusals) {
      const { status, body } = (await calls[call](taker, made)) as Answer
      expect([call, status, body.error?.name]).toEqual([call, 409, 'StateChanged'])
      expect([call, await stateOf(made)]).toEqual([call, state])
    }
    for (const [call, to] of Object.entries(table[state])) {
      const next = await desk.inState(taker, state, { 1: 1 })
      const { status, body } = (await calls[call as Call](taker, next)) as Answer
      expect([call, status, body.error]).toEqual([call, 200, undefined])
      expect([call, await stateOf(next)]).toEqual([call, to])
    }
  },
  60_000,
)

test('what is collected lies ready, and is not sent', async () => {
  const taker = await newTaker('collector')
  const made = await desk.requestOne(taker, { 1: 1 }, { way: 'collect' })
  await calls.approve(taker, made)
  await calls.pack(taker, made)
  expect((await calls.send(taker, made)).body.error.message).toBe('This is collected at the counter, not sent.')
  expect((await calls.ready(taker, made)).status).toBe(200)
  expect(await stateOf(made)).toBe('Ready')
  const { body } = await desk.packer.client.get(`/operator/withdrawals?state=Ready`)
  expect(body.data.map(({ id }: { id: string }) => id)).toContain(made.id)
})

test('every move is tried here but what the clock and the carrier do', () => {
  const tried = Object.entries(table).flatMap(([from, to]) => Object.values(to).map((each) => `${from} ${each}`))
  const moves = Object.entries(withdrawalMoves.moves).flatMap(([from, to]) => to.map((each) => `${from} ${each}`))
  const others = ['Packed Ready', 'Sent Late', 'Late Sent']
  // What was late is found again first, and a new code moves nothing.
  const notMoves = ['Late Returned', 'Late Delivered', 'Sent Sent', 'Late Late', 'Ready Ready']
  expect([...new Set([...tried.filter((each) => !notMoves.includes(each)), ...others])].toSorted()).toEqual(
    moves.toSorted(),
  )
})

test('what nobody knows is not there', async () => {
  const made = { id: '5b2f3c6e-0000-4000-8000-000000000000', serials: ['X-1'] }
  const taker = await newTaker('nobody')
  for (const call of Object.keys(calls) as Call[])
    expect([call, ((await calls[call](taker, made)) as Answer).status]).toEqual([call, 404])
  const decide = (thing: string) =>
    desk.approver.client.post(`/operator/queues/withdrawals/${encodeURIComponent(thing)}/decide`, {
      ...{ action: 'approve-withdrawal', reason: 'I looked' },
    })
  for (const thing of ['withdrawal:', 'withdrawal:1', `x${withdrawalThing(made.id)}`])
    expect([thing, (await decide(thing)).status]).toEqual([thing, 404])
})

test('the books agree after all of it', async () => {
  expect(await verifyLedger(desk.db, undefined)).toMatchObject({ ok: true })
})
