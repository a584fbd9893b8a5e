import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Operator } from '../../approvals/test-approvals.ts'
import { eraseCustomer, exportCustomer } from '../../customer-data.ts'
import { policy } from '../../policy.ts'
import { day } from '../identity/test-people.ts'
import { type ConsultantHouse, createConsultants } from './test-consultants.ts'

let house: ConsultantHouse
let cora: Operator
let otto: Operator
let sue: Operator
beforeAll(async () => {
  house = await createConsultants()
  cora = await house.newOperator('cora', ['Compliance'])
  otto = await house.newOperator('otto', ['Owner'])
  sue = await house.newOperator('sue', ['Support'])
})
afterAll(() => house.close())

type Consultant = Awaited<ReturnType<ConsultantHouse['newConsultant']>>
let zoe: Consultant
let made = 0
beforeEach(async () => {
  zoe = await house.newConsultant(`zoe${++made}-moor`, otto)
})

const reports = 'consultant-reports'
const appeals = 'consultant-appeals'
const decide = (operator: Operator, thing: string, action: string, reason?: string) =>
  house.decideIn(operator, reports, thing, action, reason)
const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string }>`select state from consultant_reports where id = ${id}`.execute(house.db)
  return rows[0]?.state
}
const isSeen = async ({ page, look }: Consultant) => (await look(page)).status === 200
const subjectsOf = async ({ email }: Consultant) => (await house.mailsTo(email)).slice(1).map(({ subject }) => subject)

/** Everybody logs in again: the sessions are over by then. */
const afterDays = async (days: number) => {
  house.passTime(days * day)
  await house.strikeConsultantClock()
  for (const operator of [cora, otto, sue]) await house.logInAgain(operator)
}
const profileRow = async ({ page }: Consultant) => {
  const { rows } = await sql<{ state: string; suspended_at: Date | null; hidden_until: Date | null }>`
    select state, suspended_at, hidden_until from consultant_profiles where id = ${page}`.execute(house.db)
  return rows[0]
}

describe('a report', () => {
  test('waits for Compliance and Owner, is taken into review first, and never tells the consultant who it was', async () => {
    const ann = await house.newPerson('ann-quill')
    expect((await ann.report(zoe.page, 'money', 'She asked me for a code.')).status).toBe(200)
    expect((await sue.client.get(`/operator/queues/${reports}`)).status).toBe(404)
    const line = await house.lineOf(cora, reports, zoe.username)
    expect(line).toMatchObject({
      title: 'Asked for money or a code',
      state: 'New',
      choices: [{ label: 'Take into review' }],
    })
    expect(line.facts).toContainEqual({ name: 'What happened', value: 'She asked me for a code.' })
    for (const action of ['dismiss-consultant-report', 'warn-consultant', 'hide-consultant'])
      expect((await decide(cora, line.id, action)).body.error.name).toBe('StateChanged')
    expect((await decide(cora, line.id, 'review-consultant-report')).status).toBe(200)
    expect(await zoe.profile()).toMatchObject({ state: 'Public', decisions: [] })
    expect((await decide(cora, line.id, 'warn-consultant', 'Please never ask for codes.')).status).toBe(200)
    const told = await zoe.profile()
    expect(told).toMatchObject({
      ...{ state: 'Public', isShown: true },
      decisions: [{ outcome: 'Warned', kind: 'money', reason: 'Please never ask for codes.', appeal: null }],
    })
    const mail = (await house.mailsTo(zoe.email)).at(-1)
    expect(mail?.subject).toBe('A warning about your work as a consultant')
    expect(mail?.text.replaceAll('\n', ' ')).toContain('asked for money or a code')
    for (const secret of ['ann', 'She asked me', ann.id])
      expect(`${JSON.stringify(told)} ${mail?.text}`).not.toContain(secret)
  })

  test('is one at a time of one person about one consultant, however many come at once', async () => {
    const ben = await house.newPerson(`ben${made}-quill`)
    const answers = await Promise.all([ben.report(zoe.page), ben.report(zoe.page, 'other'), ben.report(zoe.page)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const line = await house.lineOf(cora, reports, zoe.username)
    await decide(cora, line.id, 'review-consultant-report')
    expect((await ben.report(zoe.page)).status).toBe(409)
    await decide(cora, line.id, 'dismiss-consultant-report')
    expect((await ben.report(zoe.page)).status).toBe(200)
    expect(await subjectsOf(zoe)).toEqual([])
  })

  test('is refused about oneself, about whoever is not shown, without words, and when there are too many', async () => {
    expect((await zoe.report(zoe.page)).status).toBe(403)
    const carl = await house.newPerson(`carl${made}-quill`)
    expect((await carl.report(randomUUID())).status).toBe(404)
    for (const [kind, text] of [
      ['return', ''],
      ['rude', 'x'],
      ['other', 'x'.repeat(1001)],
    ])
      expect((await carl.report(zoe.page, kind, text)).status).toBe(400)
    await zoe.withdraw()
    expect((await carl.report(zoe.page)).status).toBe(404)
    const tries = policy.tries['consultant-report'].perSubject
    const answers = await Promise.all(Array.from({ length: tries }, () => carl.report(randomUUID())))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })

  test('is decided once, by whoever was quicker', async () => {
    const { thing, id } = await house.newReport(cora, zoe)
    const answers = await Promise.all([
      decide(cora, thing, 'warn-consultant'),
      decide(otto, thing, 'hide-consultant'),
      decide(cora, thing, 'dismiss-consultant-report'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await stateOf(id)).toMatch(/Warned|Hidden|Dismissed/)
    for (const wrong of ['nothing', randomUUID(), `consultant-report:${randomUUID()}`])
      expect((await decide(cora, wrong, 'warn-consultant')).status).toBe(404)
  })
})

describe('a profile that is hidden', () => {
  test('is as unknown as one that never was, and comes back after 30 days', async () => {
    const { thing } = await house.newReport(cora, zoe)
    expect((await decide(cora, thing, 'hide-consultant', 'You promised too much.')).status).toBe(200)
    expect(await isSeen(zoe)).toBe(false)
    const hidden = await zoe.profile()
    expect(hidden).toMatchObject({ state: 'Hidden', isShown: false, decisions: [{ outcome: 'Hidden' }] })
    expect(new Date(hidden.hiddenUntil ?? 0).getTime()).toBe(house.now().getTime() + 30 * day)
    expect((await house.newClient().get(`/get-consultant-info/${zoe.page}`)).body).toEqual(
      (await house.newClient().get(`/get-consultant-info/${randomUUID()}`)).body,
    )
    await afterDays(29.9)
    expect(await isSeen(zoe)).toBe(false)
    await afterDays(0.2)
    expect((await house.newClient().get(`/get-consultant-info/${zoe.page}`)).status).toBe(200)
    await house.strikeConsultantClock()
    expect(await subjectsOf(zoe)).toEqual([
      'Your profile as a consultant is hidden',
      'Your profile as a consultant is shown again',
    ])
  })

  test('does not come back by being withdrawn and handed in again', async () => {
    const { thing } = await house.newReport(cora, zoe)
    await decide(cora, thing, 'hide-consultant')
    expect((await zoe.withdraw()).body.data).toMatchObject({ state: 'Draft' })
    await zoe.submit()
    const line = await house.lineOf(otto, 'consultant-profiles', zoe.username)
    await house.decideIn(otto, 'consultant-profiles', line.id, 'approve-consultant-profile')
    expect(await zoe.profile()).toMatchObject({ state: 'Hidden', isShown: false })
    expect(await isSeen(zoe)).toBe(false)
  })

  test('by two reports stays so until the later one is over', async () => {
    const [one, other] = [await house.newReport(cora, zoe), await house.newReport(cora, zoe)]
    await decide(cora, one.thing, 'hide-consultant')
    await afterDays(10)
    await decide(cora, other.thing, 'hide-consultant')
    await afterDays(21)
    expect((await profileRow(zoe))?.state).toBe('Hidden')
    await afterDays(10)
    expect((await profileRow(zoe))?.state).toBe('Public')
  })
})

describe('a suspension', () => {
  test('takes two, is told, and ends the profile and everything that could be handed in', async () => {
    const { thing, id } = await house.newReport(cora, zoe)
    expect((await decide(cora, thing, 'suspend-consultant')).status).toBe(404)
    const approval = await house.askedBy(cora, { action: 'suspend-consultant', thing })
    expect((await house.decide(cora, 'approve', approval)).status).toBe(403)
    expect(await isSeen(zoe)).toBe(true)
    expect((await house.decide(otto, 'approve', approval)).status).toBe(200)
    expect(await stateOf(id)).toBe('Suspended')
    expect(await profileRow(zoe)).toMatchObject({ state: 'Suspended', suspended_at: house.now() })
    expect(await isSeen(zoe)).toBe(false)
    expect((await zoe.save()).body.error.name).toBe('StateChanged')
    expect((await zoe.submit()).body.error.name).toBe('StateChanged')
    expect((await zoe.withdraw()).body.data).toMatchObject({ state: 'Suspended', isShown: false })
    expect(await subjectsOf(zoe)).toEqual(['Your profile as a consultant is suspended'])
  })

  test('is not done when the report was decided meanwhile', async () => {
    const { thing, id } = await house.newReport(cora, zoe)
    const approval = await house.askedBy(cora, { action: 'suspend-consultant', thing })
    await decide(otto, thing, 'dismiss-consultant-report')
    expect((await house.decide(otto, 'approve', approval)).status).not.toBe(200)
    expect(await stateOf(id)).toBe('Dismissed')
    expect(await isSeen(zoe)).toBe(true)
  })
})

describe('an appeal', () => {
  const appealLine = () => house.lineOf(otto, appeals, zoe.username)

  test('is one for each decision, by whom it is about, and decided by another operator', async () => {
    const { thing, id, reporter } = await house.newReport(cora, zoe)
    expect((await zoe.appeal(id)).status).toBe(404)
    await decide(cora, thing, 'hide-consultant')
    expect((await reporter.appeal(id)).status).toBe(404)
    const answers = await Promise.all([zoe.appeal(id), zoe.appeal(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const line = await appealLine()
    expect(line).toMatchObject({ state: 'Hidden', title: 'Against: hidden' })
    expect((await house.decideIn(cora, appeals, line.id, 'uphold-consultant-appeal')).body.error).toMatchObject({
      name: 'Forbidden',
      message: expect.stringContaining('somebody else'),
    })
    expect((await house.decideIn(otto, appeals, line.id, 'uphold-consultant-appeal')).status).toBe(200)
    expect(await isSeen(zoe)).toBe(true)
    expect(await stateOf(id)).toBe('Overturned')
    expect((await zoe.profile()).decisions).toMatchObject([{ outcome: 'Overturned', appeal: { state: 'Upheld' } }])
    expect(await subjectsOf(zoe)).toEqual(['Your profile as a consultant is hidden', 'Your appeal was upheld'])
    expect((await house.decideIn(otto, appeals, line.id, 'reject-consultant-appeal')).body.error.name).toBe(
      'StateChanged',
    )
    expect((await zoe.appeal(id)).status).toBe(409)
  })

  test('that is rejected leaves everything as it is, with the reason', async () => {
    const { thing, id } = await house.newReport(cora, zoe)
    await decide(cora, thing, 'hide-consultant')
    await zoe.appeal(id, 'It was somebody else.')
    const line = await appealLine()
    await house.decideIn(otto, appeals, line.id, 'reject-consultant-appeal', 'We have seen the messages.')
    expect(await isSeen(zoe)).toBe(false)
    const [{ appeal } = { appeal: null }] = (await zoe.profile()).decisions
    expect(appeal).toMatchObject({
      ...{ state: 'Rejected', text: 'It was somebody else.', reason: 'We have seen the messages.' },
    })
    expect((await house.mailsTo(zoe.email)).at(-1)?.text).toContain('We have seen the messages.')
  })

  test('against a suspension that is upheld brings the profile back, unless another decision holds', async () => {
    const vera = await house.newOperator(`vera${made}`, ['Compliance'])
    const [one, other] = [await house.newReport(cora, zoe), await house.newReport(cora, zoe)]
    await decide(cora, other.thing, 'hide-consultant')
    const approval = await house.askedBy(cora, { action: 'suspend-consultant', thing: one.thing })
    await house.decide(otto, 'approve', approval)
    await zoe.appeal(one.id)
    const line = await house.lineOf(vera, appeals, zoe.username)
    expect((await house.decideIn(otto, appeals, line.id, 'uphold-consultant-appeal')).status).toBe(403)
    expect((await house.decideIn(vera, appeals, line.id, 'uphold-consultant-appeal')).status).toBe(200)
    expect(await profileRow(zoe)).toMatchObject({ state: 'Hidden', suspended_at: null })
  })
})

test('whoever is erased is shown no more; what was reported stays without words of his own', async () => {
  const dan = await house.newPerson(`dan${made}-quill`)
  await dan.contact(zoe.page, 'A word to remember')
  const { thing, id } = await house.newReport(cora, zoe)
  await decide(cora, thing, 'warn-consultant')
  await zoe.appeal(id, 'Words of mine')
  const desk = {
    ...{
      db: house.db,
      files: house.files,
      personalData: house.kyc.personalData,
      reader: 'command:tester',
      now: house.now,
    },
  }
  expect(await exportCustomer(desk, zoe.username)).toMatchObject({
    consultantProfile: [{ id: zoe.page, state: 'Public' }],
    consultantTexts: [{ state: 'Approved' }],
    appealsAsConsultant: [{ text: 'Words of mine' }],
  })
  expect(await exportCustomer(desk, dan.username)).toMatchObject({
    messagesWithConsultants: [{ text: 'A word to remember' }],
  })
  await eraseCustomer(desk, zoe.username)
  expect((await dan.look(zoe.page)).status).toBe(404)
  expect(await dan.threads()).toEqual([])
  expect(await profileRow(zoe)).toMatchObject({ state: 'Draft' })
  expect(await stateOf(id)).toBe('Warned')
})
