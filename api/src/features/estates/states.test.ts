import { randomUUID } from 'node:crypto'
import { estateThing } from '@ingot/endpoints/estate-desk'
import { type EstateState, estateStates } from '@ingot/endpoints/estate-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../identity/test-people.ts'
import { estateMoves } from './rules.ts'
import { findEstate } from './store.ts'
import { createEstateDesk, type Owner } from './test-estate-desk.ts'

// Whatever an owner or operators can do with a report, tried in every state.

let desk: Awaited<ReturnType<typeof createEstateDesk>>
beforeAll(async () => {
  desk = await createEstateDesk()
}, 60_000)
afterAll(() => desk.close())

type Answer = { status: number; body: { error?: { name: string } } }

const calls = {
  check: (owner, id) => desk.check(owner, id),
  wait: (_, id) => desk.wait(id),
  refuse: (_, id) => desk.refuse(id),
  papers: (_, id) => desk.askForPapers(id, '2026-11-03'),
  receiving: (_, id) => desk.setReceiving(id, [someHeir]),
  approve: (_, id) => desk.decideTogether('approve-estate', estateThing(id)),
  'refuse together': (_, id) => desk.decideTogether('refuse-estate', estateThing(id)),
} satisfies Record<string, (owner: Owner, id: string) => Promise<Answer>>

const someHeir = {
  ...{ firstName: 'Hal', middleName: '', lastName: 'Heir', dateOfBirth: '1980-01-01', contact: 'hal@family.example' },
  ...{ share: 10_000, guardian: null },
}

type Call = keyof typeof calls

/** What each call makes of each state. Everything that does not stand here is refused. The owner's own word is tried elsewhere. */
const table: Record<EstateState, Partial<Record<Call, EstateState>>> = {
  Reported: { check: 'Checking', refuse: 'Refused' },
  Checking: { wait: 'Waiting', refuse: 'Refused' },
  Waiting: { papers: 'Documents' },
  Documents: { papers: 'Documents', receiving: 'Documents', approve: 'Approved', 'refuse together': 'Refused' },
  Approved: {},
  Distributed: {},
  Refused: {},
  Vetoed: {},
}

const stateOf = async (id: string) => (await findEstate(desk.db, id))?.state

/** By hand, as the clock and the owner leave it. */
const put = (id: string, to: 'Distributed' | 'Vetoed') =>
  to === 'Vetoed'
    ? sql`update estates set state = 'Vetoed', vetoed_at = now(), vetoed_by = 'mail', ended_at = now() where id = ${id}`.execute(
        desk.db,
      )
    : sql`update estates set state = 'Distributed', distributed_at = now(), ended_at = now() where id = ${id}`.execute(
        desk.db,
      )

const ways: Record<EstateState, { from: EstateState | null; go: (owner: Owner, id: string) => Promise<unknown> }> = {
  Reported: { from: null, go: async () => undefined },
  Checking: { from: 'Reported', go: (owner, id) => desk.sure(desk.check(owner, id)) },
  Waiting: {
    from: 'Checking',
    go: async (_, id) => {
      await desk.sure(desk.wait(id))
      await desk.pass(31 * day)
    },
  },
  Documents: {
    from: 'Waiting',
    go: async (_, id) => {
      await desk.sure(desk.askForPapers(id))
      await desk.acceptAll(id)
    },
  },
  Approved: {
    from: 'Documents',
    go: (_, id) => desk.sure(desk.decideTogether('approve-estate', estateThing(id))),
  },
  Distributed: { from: 'Approved', go: (_, id) => put(id, 'Distributed') },
  Refused: { from: 'Reported', go: (_, id) => desk.sure(desk.refuse(id)) },
  Vetoed: { from: 'Checking', go: (_, id) => put(id, 'Vetoed') },
}

let names = 0

/** One that has come to a state, by the calls that lead there, about somebody new who had named two. */
const inState = async (state: EstateState): Promise<{ owner: Owner; id: string }> => {
  const owner = await desk.newOwner(`${state.toLowerCase()}${++names}`)
  await desk.nominate(owner)
  await desk.pass(3 * day)
  const id = await desk.report(owner)
  const path: EstateState[] = []
  for (let at: EstateState | null = state; at !== null; at = ways[at].from) path.unshift(at)
  for (const each of path) await ways[each].go(owner, id)
  return { owner, id }
}

test.each(estateStates)(
  'what is %s becomes what the table says, and nothing else',
  async (state) => {
    const { owner, id } = await inState(state)
    const refusals = (Object.keys(calls) as Call[]).filter((call) => table[state][call] === undefined)
    for (const call of refusals) {
      const { status, body } = (await calls[call](owner, id)) as Answer
      expect([call, status, body.error?.name]).toEqual([call, 409, 'StateChanged'])
      expect([call, await stateOf(id)]).toEqual([call, state])
    }
    for (const [call, to] of Object.entries(table[state])) {
      const next = await inState(state)
      const { status, body } = (await calls[call as Call](next.owner, next.id)) as Answer
      expect([call, status, body.error]).toEqual([call, 200, undefined])
      expect([call, await stateOf(next.id)]).toEqual([call, to])
    }
  },
  120_000,
)

test('every move is tried here but the owner’s and the clock’s', () => {
  const tried = Object.entries(table).flatMap(([from, to]) => Object.values(to).map((each) => `${from} ${each}`))
  const moves = Object.entries(estateMoves.moves).flatMap(([from, to]) => to.map((each) => `${from} ${each}`))
  const others = ['Checking Vetoed', 'Waiting Vetoed', 'Approved Distributed']
  const same = ['Documents Documents']
  expect([...new Set([...tried.filter((each) => !same.includes(each)), ...others])].toSorted()).toEqual(
    moves.toSorted(),
  )
})

test('what nobody knows is not there', async () => {
  const owner = await desk.newOwner('nobody')
  for (const call of Object.keys(calls) as Call[])
    expect([call, ((await calls[call](owner, randomUUID())) as Answer).status]).toEqual([call, 404])
  for (const thing of ['estate:', 'estate:1', `x${estateThing(randomUUID())}`])
    expect((await desk.ask(desk.officer, { action: 'approve-estate', thing })).status).toBe(404)
})
