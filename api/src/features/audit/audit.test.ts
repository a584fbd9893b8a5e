import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import { auditCommand, writeAudit } from '@ingot/ledger/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audits } from '../../features.ts'
import { type Client, createPeople } from '../identity/test-people.ts'
import { auditJobs } from './jobs.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

let people: Awaited<ReturnType<typeof createPeople>>
let desk: Client
let [operator, mia]: [string, string] = ['', '']
beforeAll(async () => {
  people = await createPeople()
  const { code } = await people.enrol(await people.newCustomer('desk', { operator: true }))
  people.nextCode()
  desk = await people.signInAgain('desk', code)
  const idOf = async (client: Client) => (await client.get('/getInfo')).body.data.id as string
  operator = await idOf(desk)
  mia = await idOf(await people.newCustomer('mia'))
  await inTransaction(people.db, (tx) =>
    writeAudit(tx, {
      operator,
      action: 'export-customer',
      customer: mia,
      reason: '=asked for by phone',
      facts: { By: 'desk' },
      at: new Date('2026-11-02T09:00:00Z'),
    }),
  )
  await auditCommand(people.db, { action: 'take-in-bar', thing: 'Valcambi A1', facts: { Grams: '1000' }, alone: true })
})
afterAll(() => people.close())

const lines = async (query = '') => (await desk.get(`/operator/audit${query}`)).body.data

test('an operator reads who did what, newest first, in words', async () => {
  const [newest, first] = await lines()
  expect(newest).toMatchObject({
    ...{ number: '2', operator: null, title: 'Took a bar into the vault', thing: 'Valcambi A1', alone: true },
    ...{ customer: null, reason: null, facts: [{ name: 'Grams', value: '1000' }] },
  })
  expect(first).toEqual({
    ...{ number: '1', at: '2026-11-02T09:00:00.000Z', operator: 'desk', action: 'export-customer' },
    ...{ title: 'Exported all that is known of a customer', customer: { id: mia, username: 'mia' }, thing: null },
    ...{ reason: '=asked for by phone', facts: [{ name: 'By', value: 'desk' }], alone: false },
  })
})

test.each([
  ['?operator=desk', ['1']],
  ['?operator=nobody', []],
  ['?action=take-in-bar', ['2']],
  ['?from=2026-11-02T09:00:00Z&until=2026-11-02T09:00:01Z', ['1']],
  ['?until=2026-11-02T09:00:00Z', []],
])('the log is looked through by %s', async (query, numbers) => {
  expect((await lines(query)).map(({ number }: { number: string }) => number)).toEqual(numbers)
})

test('the log of one customer, and a table that no spreadsheet runs', async () => {
  expect(await lines(`?customer=${mia}`)).toHaveLength(1)
  const file = (await desk.get(`/operator/audit.csv?customer=${mia}`)).raw.toString()
  expect(file.split('\r\n').slice(0, 2)).toEqual([
    'Number,Time,Operator,Action,Customer,About,Reason,Details,Alone',
    "1,2026-11-02T09:00:00.000Z,desk,Exported all that is known of a customer,mia,,'=asked for by phone,By: desk,",
  ])
})

test('a customer reads nothing of it', async () => {
  const client = await people.newCustomer('nora', { verified: true })
  expect((await client.get('/operator/audit')).status).toBe(403)
  expect((await client.get('/operator/audit.csv')).status).toBe(403)
  expect((await people.newClient().get('/operator/audit')).status).toBe(401)
})

test('every operator is mailed once about what one person did alone', async () => {
  const { db, config, mailer, outbox } = people
  const worker = await openTestWorker(people.databaseUrl, auditJobs({ db, config, mailer, outbox }, audits))
  const mails = () => people.inbox.filter(({ subject }) => subject.startsWith('Done by one person alone'))
  await Promise.all([worker.strikeClock(), worker.strikeClock()])
  await worker.run()
  await worker.strikeClock()
  await worker.run()
  expect(mails().map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: 'desk@example.com', subject: 'Done by one person alone: Took a bar into the vault' },
  ])
  expect(mails()[0]?.text).toContain('Grams: 1000')
  expect(mails()[0]?.text).toContain('a command at the machine')
  await worker.close()
})

test('every action that is written down has words', () => {
  const sources = globSync(['{api,chain,ledger}/src/**/*.ts', 'scripts/*.ts'], { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/test-/.test(path),
  )
  const written = sources.flatMap((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8')
    return [...text.matchAll(/(?:writeAudit|auditCommand)\([^;]*?\baction: '([a-z0-9-]+)'/g)].map(
      ([, action]) => action,
    )
  })
  expect(written.length).toBeGreaterThan(2)
  expect(written.filter((action) => !audits[action ?? ''])).toEqual([])
})
