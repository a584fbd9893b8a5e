import { createHash, randomUUID } from 'node:crypto'
import { allEndpoints } from '@ingot/endpoints/all'
import type { Text } from '@ingot/endpoints/content'
import { wayOf } from '@ingot/endpoints/terms'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportCustomer } from '../../customer-data.ts'
import { type Client, createPeople, day, goodPassword } from '../identity/test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
const operators: { client: Client; code: () => string }[] = []
beforeAll(async () => {
  people = await createPeople()
  for (const [name, role] of [
    ['olga', 'Owner'],
    ['carl', 'Compliance'],
    ['andy', 'Auditor'],
  ] as const) {
    const client = await people.newCustomer(name, { operator: [role] })
    const { code } = await people.enrol(client)
    operators.push({ client, code })
  }
})
afterAll(() => people.close())

type Operator = (typeof operators)[number]
const owner = () => operators[0] as Operator
const compliance = () => operators[1] as Operator
const auditor = () => operators[2] as Operator
const onDay = (days: number) => new Date(people.now().getTime() + days * day).toISOString().slice(0, 10)

const draftOf = (version: string, days: number, more: object = {}) => ({
  ...{ revision: 0, version, effectiveOn: onDay(days), title: 'Terms and conditions' },
  ...{ changes: `What changed in ${version}.`, words: `## One\n\nWords of ${version} by {{brand}}.`, ...more },
})
const save = (draft: object, client = compliance().client, name = 'term-conditions') =>
  client.post(`/operator/texts/${name}/draft`, draft)
const proofOf = async (operator: Operator) => {
  people.nextCode()
  return { password: goodPassword, inputCode: operator.code() }
}
const askFor = async (name = 'term-conditions') => {
  const asker = compliance()
  const body = {
    action: 'publish-text',
    thing: name,
    given: {},
    reason: 'The products grew',
    ...(await proofOf(asker)),
  }
  return asker.client.post('/operator/approvals', body, { 'idempotency-key': randomUUID() })
}
const approve = async (id: string) => {
  const decider = owner()
  return decider.client.post(`/operator/approvals/${id}/approve`, { note: 'Read it all', ...(await proofOf(decider)) })
}
/** From a draft to a version that is published, by two. */
const publish = async (version: string, days: number, more: object = {}) => {
  expect((await save(draftOf(version, days, more))).status).toBe(200)
  const asked = await askFor()
  expect(asked.status).toBe(200)
  expect((await approve(asked.body.data.id)).status).toBe(200)
}

const versionsOf = async (name = 'term-conditions'): Promise<{ version: string; state: string; hash: string }[]> =>
  (await people.newClient().get(`/texts/${name}/versions`)).body.data
const current = async (): Promise<Text> => (await people.newClient().get('/texts/term-conditions')).body.data

/** Sessions end while days pass. */
const back = (username: string) => people.signInAgain(username)
const stake = (client: Client) => client.post('/token-reward', { amount: '1' }, { 'idempotency-key': randomUUID() })
const wantedBy = async (client: Client) => (await client.get('/consents')).body.data.wanted

/** What each call is, in a table of its own: what is added is looked at by somebody. */
const leaving = new Set(
  `partialTerminate quoteTermination requestGcaTerminate reserveTermination terminate addBankAccount enterBankCode
  preferBankAccount proveBankAccount removeBankAccount requestPayout claimToken sellVested makeRewardReport addAddress transferQmgt
  transferUsdau transferUsdt addDeliveryAddress chooseBars requestWithdrawal confirmNominees saveNomineeDraft closeGroup endPlan
  openTicket replyTicket pausePlan skipDue makeAlert addSlip cancelRemittance returnRemittance cancelPayment settleDebt cancelPayout leaveStake stayStaked
  withdrawRequest cancelWithdrawal disputeWithdrawal withdrawNominees vetoEstate askForExitPack closeAccount
  chooseSecret chooseSecretAgain reportCheck`.split(/\s+/),
)
const either = new Set(['makeQuote', 'reserveQuote', 'sellToken', 'swap', 'renewStake'])
const beginning = new Set(
  `saveProfile submitProfile inviteByMail convert purchase quoteConvert quotePurchase reserveConvert reservePurchase changeMember
  joinGroup makeGroup purchaseInGroup quoteGroupPurchase renameGroup renewGroupCode reserveGroupPurchase changePlan makePlan
  resumePlan announceRemittance startPayment beginStake acceptInheritance`.split(/\s+/),
)

test('every call that moves value is named as one that begins or one that leaves', () => {
  const ways = { begins: beginning, leaves: leaving, either }
  for (const [way, named] of Object.entries(ways)) {
    const declared = allEndpoints.filter((each) => wayOf(each) === way).map(({ name }) => name)
    expect(declared.toSorted(), way).toEqual([...named].toSorted())
  }
  const unnamed = allEndpoints.filter(
    (each) => (each.idempotent || each.stepUp || each.product) && wayOf(each) === 'neither',
  )
  // What is left is of operators, of credentials, or of papers.
  const others = unnamed.filter(({ gate, stepUp }) => gate !== 'operator' && !(gate === 'session' && stepUp))
  expect(others.map(({ name }) => name)).toEqual([])
})

test('a version is prepared by one, published by two, read before its day, and in force from it on', async () => {
  const before = await current()
  await publish('9.0', 3)
  expect((await current()).version).toBe(before.version)
  expect((await versionsOf()).slice(0, 2)).toMatchObject([
    { version: '9.0', state: 'coming' },
    { version: before.version, state: 'in force' },
  ])
  const coming = await people.newClient().get('/texts/term-conditions/versions/9.0')
  expect(coming.body.data.sections[0].paragraphs).toEqual(['Words of 9.0 by Ingot.'])
  people.passTime(3 * day)
  expect((await current()).version).toBe('9.0')
  expect((await versionsOf()).slice(0, 2)).toMatchObject([{ state: 'in force' }, { state: 'earlier' }])
  const old = await people.newClient().get(`/texts/term-conditions/versions/${before.version}`)
  expect(old.body.data).toEqual(before)
  expect((await people.newClient().get('/texts/term-conditions/versions/77.0')).status).toBe(404)
})

test('its file is that of the hash', async () => {
  const { raw, headers } = await people.newClient().get('/texts/term-conditions/versions/9.0/file')
  const { hash } = (await versionsOf()).find(({ version }) => version === '9.0') ?? { hash: '' }
  expect(createHash('sha256').update(raw).digest('hex')).toBe(hash)
  expect(headers['content-disposition']).toBe('attachment; filename="term-conditions-9.0.md"')
})

test('what was changed after it was asked for is not published', async () => {
  operators.splice(0, 3, ...(await Promise.all(['olga', 'carl', 'andy'].map(again))))
  expect((await save(draftOf('10.0', 3))).status).toBe(200)
  const { id } = (await askFor()).body.data
  expect((await save(draftOf('10.0', 3, { revision: 0 }))).body.error.name).toBe('StateChanged')
  expect((await save(draftOf('10.0', 3, { revision: 1, changes: 'Something else.' }))).status).toBe(200)
  expect((await approve(id)).body.error.name).toBe('StateChanged')
  expect((await versionsOf()).some(({ version }) => version === '10.0')).toBe(false)
  const { client } = compliance()
  expect((await client.post('/operator/texts/term-conditions/draft/discard', { revision: 2 })).status).toBe(200)
})

const again = async (username: string) => {
  const known = operators[['olga', 'carl', 'andy'].indexOf(username)] as Operator
  people.nextCode()
  return { client: await people.signInAgain(username, known.code), code: known.code }
}

test('a day that has come, a version that is there, and a text without headings are refused; an Auditor reads and writes nothing', async () => {
  await save(draftOf('11.0', 0))
  expect((await askFor()).body.error.message).toContain('has to be a day to come')
  const { client } = compliance()
  await client.post('/operator/texts/term-conditions/draft/discard', { revision: 1 })
  expect((await save(draftOf('9.0', 5))).body.error.name).toBe('TextVersionTaken')
  expect((await save(draftOf('11.0', 5, { words: 'No heading.' }))).status).toBe(400)
  expect((await save(draftOf('11.0', 5, { version: '../x' }))).status).toBe(400)
  const andy = auditor().client
  expect((await andy.get('/operator/texts')).body.data).toHaveLength(2)
  expect((await save(draftOf('11.0', 5), andy)).status).toBe(403)
})

test('under terms that were not accepted a customer reads and leaves, and begins nothing', async () => {
  const ann = await people.newCustomer('ann', { verified: true, pin: true })
  expect((await stake(ann)).body.error.name).toBe('TermsNotAccepted')
  await ann.post('/consents', { texts: [{ name: 'term-conditions', version: '9.0' }] })
  expect((await stake(ann)).body.error.name).not.toBe('TermsNotAccepted')
  await publish('12.0', 2, { changes: 'Staking is described.' })
  await publish('13.0', 3, { changes: 'Groups are described.' })
  people.passTime(4 * day)
  const client = await back('ann')
  expect(await wantedBy(client)).toEqual([
    {
      ...{ name: 'term-conditions', title: 'Terms and conditions', version: '13.0', publishedOn: expect.any(String) },
      changes: [
        { version: '13.0', words: 'Groups are described.' },
        { version: '12.0', words: 'Staking is described.' },
      ],
    },
  ])
  for (const each of allEndpoints) {
    const way = wayOf(each)
    if (way === 'neither' || each.gate === 'public') continue
    const { body } = await client.send(
      each.method as 'POST',
      each.path.replaceAll(/:\w+/g, () => randomUUID()),
      {},
      { 'idempotency-key': randomUUID() },
    )
    if (way !== 'begins') expect([each.name, body?.error?.name]).not.toEqual([each.name, 'TermsNotAccepted'])
  }
  const refusal = (await stake(client)).body.error
  expect(refusal).toMatchObject({ status: 409, name: 'TermsNotAccepted' })
  expect(refusal.message).toContain('You can still sell, send and withdraw')
  expect((await client.get('/user-balances')).status).toBe(200)
})

test('what is accepted is what is in force; then everything is open again, and it is on record with its file', async () => {
  const ann = await back('ann')
  const accept = (version: string) => ann.post('/consents', { texts: [{ name: 'term-conditions', version }] })
  expect((await accept('12.0')).body.error.name).toBe('TextOutdated')
  expect((await accept('99.0')).body.error.name).toBe('TextOutdated')
  expect((await stake(ann)).body.error.name).toBe('TermsNotAccepted')
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept('13.0')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { wanted, accepted } = (await ann.get('/consents')).body.data
  expect(wanted).toEqual([])
  const [newest] = accepted
  expect(newest).toMatchObject({ name: 'term-conditions', version: '13.0', acceptedAt: people.now().toISOString() })
  expect((await stake(ann)).body.error.name).not.toBe('TermsNotAccepted')
  const file = await ann.get('/consents/term-conditions/13.0/file')
  expect(createHash('sha256').update(file.raw).digest('hex')).toBe(newest.hash)
  expect((await ann.get('/consents/term-conditions/12.0/file')).status).toBe(404)
  expect((await people.activityOf(ann)).filter((kind) => kind === 'terms-accepted')).toHaveLength(2)
  const files = undefined as never
  const desk = { db: people.db, files, personalData: people.kyc.personalData, reader: 'command:test', now: people.now }
  const exported = (await exportCustomer(desk, 'ann@example.com')) as unknown as { consents: object[] }
  expect(exported.consents).toContainEqual(expect.objectContaining({ text_version: '13.0', text_hash: newest.hash }))
})

test('somebody else accepts nothing for her, and operators are not asked', async () => {
  await people.newCustomer('ben', { verified: true })
  const { client } = await again('olga')
  expect((await client.get('/consents')).status).toBe(403)
  expect((await people.newClient().get('/consents')).status).toBe(401)
  const { rows } = await sql<{ number: string }>`
    select count(*) as number from customer_consents where text_version = '13.0'`.execute(people.db)
  expect(Number(rows[0]?.number)).toBe(1)
})
