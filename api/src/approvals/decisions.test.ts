import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@ingot/endpoints/all'
import { roles } from '@ingot/endpoints/roles'
import { createLocalFiles } from '@ingot/providers/files/local'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day, goodPassword } from '../features/identity/test-people.ts'
import { features } from '../features.ts'
import type { Decision } from './decision.ts'
import type { Operator } from './test-approvals.ts'
import { createHouse, type Target, targets } from './test-things.ts'

// What takes two takes two, for everything that any feature declares. A new decision needs a line in test-things.ts.

/** What operators change with one call and alone. Whoever adds to it has thought about why it does not take two. */
const alone = new Set([
  ...['takeQueued', 'decideQueued', 'actOnCustomer', 'readPersonalData', 'checkBars', 'closeProduct'],
  // What is brought counts once another one has confirmed it, and what is sent was approved by others.
  ...['uploadStatement', 'exportPayments'],
  // What one approved another packs, by serial; what comes after is noted as it is, and what makes good takes two.
  ...[
    'packWithdrawal',
    'sendWithdrawal',
    'readyWithdrawal',
    'handOverWithdrawal',
    'returnWithdrawal',
    'loseWithdrawal',
  ],
  ...['renewReleaseCode', 'deliverWithdrawal', 'addWithdrawalPhoto'],
  // What comes before two approve: it stops an account that a report is about, or opens it again, and gives nothing to anybody.
  ...['reportDeathAsOperator', 'checkEstate', 'waitForOwner', 'refuseEstate', 'askForPapers', 'setBeneficiaries'],
  ...['addEstateFile', 'acceptEstateFile'],
  // Words that can hold no link, contact or promise; each version is kept, and whoever wrote it.
  ...['addMaterial', 'changeMaterial', 'retireMaterial'],
  // A draft binds nobody.
  ...['saveTextDraft', 'discardTextDraft'],
  // Words for everybody that can hold no HTML; each version is kept, and what was published can be withdrawn at once. What goes
  // out in the name of the house takes the password and a fresh code.
  // Videos are shown and taken away by one: what is said in them moves nothing.
  ...['addFilm', 'withdrawFilm'],
  ...['addAnnouncement', 'changeAnnouncement', 'correctAnnouncement', 'previewAnnouncement', 'addAnnouncementPicture'],
  ...['publishAnnouncement', 'unscheduleAnnouncement', 'withdrawAnnouncement', 'openIncident', 'updateIncident'],
  // Words for one who asked, and what operators note for each other.
  ...['takeTicket', 'answerTicket', 'noteTicket', 'markComplaint', 'closeDeskTicket'],
  ...['addSavedAnswer', 'changeSavedAnswer', 'removeSavedAnswer'],
])

let house: Awaited<ReturnType<typeof createHouse>>
let decisions: readonly Decision[]
let [anna, bert]: Operator[] = []
beforeAll(async () => {
  house = await createHouse()
  const deps = { ...house, files: createLocalFiles('/nowhere') }
  decisions = features.flatMap(({ decides }) => decides?.(deps, { bank: [] }) ?? [])
  const all = roles.filter((role) => role !== 'Auditor')
  ;[anna, bert] = [await house.newOperator('anna', all), await house.newOperator('bert', all)]
})
afterAll(() => house.close())

const operators = () => [anna as Operator, bert as Operator] as const

const newTarget = (action: string): Promise<Target> => {
  const make = targets[action]
  if (!make) throw new Error(`${action} has nothing to act on`)
  return make(house)
}

test('for each decision there is something here to try it on, and for nothing else', () => {
  const declared = decisions.map(({ action }) => action)
  expect(declared.toSorted(), 'add what it acts on to approvals/test-things.ts').toEqual(
    Object.keys(targets).toSorted(),
  )
})

test('operators change nothing by any other call, but for what they may do alone', () => {
  const changing = allEndpoints.filter(({ gate, method }) => gate === 'operator' && method !== 'GET')
  const others = changing.map(({ name }) => name).filter((name) => !alone.has(name))
  expect(others.toSorted()).toEqual(['approve', 'askApproval', 'refuseApproval', 'withdrawApproval'])
})

describe.each(Object.keys(targets))('%s', (action) => {
  /** Nothing is left open for the next test, whatever became of this one. */
  const withTarget = async (work: (target: Target, id: string) => Promise<void>) => {
    const [asker] = operators()
    const target = await newTarget(action)
    const { thing, given = {} } = target
    const id = await house.askedBy(asker, { action, thing, given })
    await work(target, id)
    await house.withdraw(asker, id)
  }
  /** Approving it is refused, and everything is as it was. */
  const expectRefused = async ({ look }: Target, id: string, by: Operator, refusal: object) => {
    const before = await look()
    expect(await house.decide(by, 'approve', id)).toMatchObject(refusal)
    expect(await look()).toEqual(before)
  }
  const changed = { status: 409, body: { error: { name: 'StateChanged' } } }

  test('is done when another operator approves it, and not before', () =>
    withTarget(async ({ look, thing }, id) => {
      const [, decider] = operators()
      const before = await look()
      const { body } = await decider.client.get(`/operator/approvals?show=for-me&thing=${thing}`)
      expect(body.data).toMatchObject([{ id, action, state: 'requested', asker: 'anna', mayDecide: true }])
      for (const facts of [body.data[0].before, body.data[0].after]) expect(facts.length).toBeGreaterThan(0)
      const { status, body: approved } = await house.decide(decider, 'approve', id)
      expect([status, approved.data?.state ?? approved]).toEqual([200, 'done'])
      expect(approved.data).toMatchObject({ decider: 'bert', note: 'I have checked this', mayDecide: false })
      expect(await look()).not.toEqual(before)
      expect(await house.decide(decider, 'approve', id)).toMatchObject(changed)
    }))

  test('is not approved by whoever asked', () =>
    withTarget((target, id) =>
      expectRefused(target, id, operators()[0], { status: 403, body: { error: { name: 'Forbidden' } } }),
    ))

  test('is not done once the thing has changed', () =>
    withTarget(async (target, id) => {
      await target.change()
      await expectRefused(target, id, operators()[1], {
        status: 409,
        body: { error: { details: { state: 'outdated' } } },
      })
      expect(await house.rowOf(id)).toMatchObject({ state: 'outdated' })
      await expectRefused(target, id, operators()[1], changed)
    }))

  test('is not done once it was refused, or withdrawn', async () => {
    const [asker, decider] = operators()
    await withTarget(async (target, id) => {
      expect((await house.decide(decider, 'refuse', id)).body.data.state).toBe('refused')
      await expectRefused(target, id, decider, changed)
    })
    await withTarget(async (target, id) => {
      expect((await house.withdraw(decider, id)).status).toBe(404)
      expect((await house.withdraw(asker, id)).body.data.state).toBe('withdrawn')
      await expectRefused(target, id, decider, changed)
    })
  })

  test('is not done after three days', () =>
    withTarget(async (target, id) => {
      house.passTime(3 * day)
      for (const each of operators()) await house.logInAgain(each)
      await expectRefused(target, id, operators()[1], {
        status: 409,
        body: { error: { name: 'StateChanged', message: 'Nobody decided this in time. Please ask for it again.' } },
      })
      expect(await house.rowOf(id)).toEqual({ state: 'expired', note: null, decider: null })
    }))

  test('needs to be about something that is there, with nothing else given', async () => {
    const [asker] = operators()
    const { thing, given = {} } = await newTarget(action)
    for (const unknown of ['nothing-like-it', randomUUID(), thing.toUpperCase()])
      expect([unknown, (await house.ask(asker, { action, thing: unknown, given })).status]).toEqual([unknown, 404])
    expect((await house.ask(asker, { action, thing, given: { ...given, more: 'x' } })).status).toBe(400)
  })
})

/** Refused by the role, or else by what is looked at after it. */
const answerTo = ({ status, body }: { status: number; body: { error?: { name: string } } }) =>
  status === 403 ? 'Forbidden' : body.error?.name

test('each role asks for and decides what it is trusted with, and nothing else', async () => {
  const [asker] = operators()
  const wrong = { password: `${goodPassword}?`, inputCode: '000000' }
  const open = new Map<string, { id: string; thing: string; given: Record<string, string> }>()
  for (const { action } of decisions) {
    const { thing, given = {} } = await newTarget(action)
    open.set(action, { thing, given, id: await house.askedBy(asker, { action, thing, given }) })
  }
  const found: unknown[] = []
  const expected: unknown[] = []
  for (const role of roles) {
    const { client } = await house.newOperator(`the${role.toLowerCase()}`, [role])
    for (const { action, asks, approves } of decisions) {
      await sql`delete from tries`.execute(house.db)
      const { id, thing, given } = open.get(action) ?? { id: '', thing: '', given: {} }
      const asked = { action, thing, given, reason: 'to try it', ...wrong }
      const asking = await client.post('/operator/approvals', asked, { 'idempotency-key': randomUUID() })
      found.push([role, 'asks', action, answerTo(asking)])
      expected.push([role, 'asks', action, asks.includes(role) ? 'ApprovalOpen' : 'Forbidden'])
      for (const word of ['approve', 'refuse']) {
        const deciding = await client.post(`/operator/approvals/${id}/${word}`, { note: 'to try it', ...wrong })
        found.push([role, word, action, answerTo(deciding)])
        expected.push([role, word, action, approves.includes(role) ? 'PasswordIncorrect' : 'Forbidden'])
      }
    }
  }
  expect(found).toEqual(expected)
  expect(decisions.every(({ asks, approves }) => ![...asks, ...approves].includes('Auditor'))).toBe(true)
}, 180_000)
