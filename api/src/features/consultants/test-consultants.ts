import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { openTestWorker } from '@ingot/db/test-jobs'
import type { OwnProfile } from '@ingot/endpoints/consultant-fields'
import { sql } from 'kysely'
import { idOf, type Operator, withOperators } from '../../approvals/test-approvals.ts'
import { type Client, createPeople } from '../identity/test-people.ts'
import { giveName as nameOf } from '../kyc/test-names.ts'
import { consultantsOf } from './consultants.ts'
import { consultantJobs } from './jobs.ts'
import { consultantMailJobs } from './mailing.ts'

export const goodText = 'I have saved gold since 2019 and gladly explain how a booking works.'

/** For tests: a profile that is public, in a table and nowhere else. */
const insertTestProfile = async (db: Db, customer: string, at: Date): Promise<string> => {
  const id = randomUUID()
  await sql`
    insert into consultant_profiles (id, customer, state, created_at) values (${id}, ${customer}, 'Public', ${at})`.execute(
    db,
  )
  await sql`
    insert into consultant_versions (id, profile, customer, state, shows_whole_name, languages, text, changed_at)
    values (${randomUUID()}, ${id}, ${customer}, 'Approved', false, '{en}', ${goodText}, ${at})`.execute(db)
  return id
}

/** For tests: a report about somebody that is being looked at. */
export const insertTestReport = async (db: Db, customer: string, at: Date): Promise<string> => {
  const [profile, id] = [await insertTestProfile(db, customer, at), randomUUID()]
  await sql`
    insert into consultant_reports (id, profile, customer, kind, text, at, state)
    values (${id}, ${profile}, ${randomUUID()}, 'return', 'He promised a lot.', ${at}, 'In review')`.execute(db)
  return id
}

/** For tests: somebody's conversation with a consultant. */
export const insertTestThread = async (db: Db, customer: string, at: Date): Promise<string> => {
  const [profile, id] = [await insertTestProfile(db, randomUUID(), at), randomUUID()]
  await sql`
    insert into consultant_threads (id, profile, customer, created_at, last_at)
    values (${id}, ${profile}, ${customer}, ${at}, ${at})`.execute(db)
  return id
}

const consultantCalls = (client: Client) => ({
  client,
  profile: async (): Promise<OwnProfile> => (await client.get('/consultant-profile')).body.data,
  save: (given: object = {}) =>
    client.send('PUT', '/consultant-profile', {
      ...{ showsWholeName: false, showsPicture: false, languages: ['en', 'de'], text: goodText, ...given },
    }),
  submit: () => client.post('/consultant-profile/submit'),
  withdraw: () => client.post('/consultant-profile/withdraw'),
  look: (id: string) => client.get(`/get-consultant-info/${id}`),
  contact: (id: string, text = 'How does a booking work?') => client.post('/contact-consultant', { id, text }),
  answer: (thread: string, text = 'Gladly: it takes a minute.') =>
    client.post(`/consultant-messages/${thread}`, { text }),
  thread: (thread: string) => client.get(`/consultant-messages/${thread}`),
  threads: async () => (await client.get('/consultant-messages')).body.data,
  report: (id: string, kind = 'return', text = 'He promised a lot.') =>
    client.post('/report-consultant', { id, kind, text }),
  appeal: (id: string, text = 'I never said so.') => client.post('/appeal-consultant-report', { id, text }),
})

/** For tests: people who have a rank or write to those who do, operators, and a clock that can be moved. */
export const createConsultants = async () => {
  const house = await withOperators(await createPeople())
  const { db, now, config, outbox, log, mailer } = house
  const deps = { db, config, outbox, log, now, mailer }
  const worker = await openTestWorker(house.databaseUrl, [
    ...consultantMailJobs(deps),
    ...consultantJobs(consultantsOf(deps), log),
  ])

  const giveName = (customer: string, first: string, last: string) => nameOf(house, customer, { first, last })

  /** A verified customer, called as the username says: `ann-lee` is Ann Lee. */
  const newPerson = async (username: string) => {
    const client = await house.newCustomer(username, { verified: true })
    const id = await idOf(db, username)
    const [first = '', last = 'Miller'] = username.split('-')
    await giveName(id, first, last)
    return { id, username, email: `${username}@example.com`, ...consultantCalls(client) }
  }

  const giveRank = (id: string, rank: string | null) =>
    sql`update customers set customer_rank = ${rank} where id = ${id}`.execute(db)

  const newRanked = async (username: string) => {
    const person = await newPerson(username)
    await giveRank(person.id, 'Introducer')
    return person
  }

  const queueOf = async ({ client }: Operator, queue: string) =>
    (await client.get(`/operator/queues/${queue}`)).body.data
  const decideIn = ({ client }: Operator, queue: string, id: string, action: string, reason = 'I have looked at it') =>
    client.post(`/operator/queues/${queue}/${id}/decide`, { action, reason })

  /** The line of a queue that is about somebody. */
  const lineOf = async (operator: Operator, queue: string, username: string) =>
    (await queueOf(operator, queue)).find(
      (line: { customer: { username: string } }) => line.customer.username === username,
    )

  /** Somebody whose profile an operator has approved. */
  const newConsultant = async (username: string, operator: Operator, given: object = {}) => {
    const person = await newRanked(username)
    await person.save(given)
    await person.submit()
    const { id: version } = await lineOf(operator, 'consultant-profiles', username)
    const { status } = await decideIn(operator, 'consultant-profiles', version, 'approve-consultant-profile')
    if (status !== 200) throw new Error('a profile was not approved')
    return { ...person, page: (await person.profile()).id ?? '' }
  }

  /** Reported by somebody new, and taken into review. Says as what approvals know it. */
  const newReport = async (operator: Operator, { username, page }: { username: string; page: string }) => {
    const reporter = await newPerson(`r${randomUUID().slice(0, 8)}`)
    const { status } = await reporter.report(page)
    if (status !== 200) throw new Error('could not report')
    const lines = await queueOf(operator, 'consultant-reports')
    const line = lines.find(
      (each: { state: string; customer: { username: string } }) =>
        each.state === 'New' && each.customer.username === username,
    )
    await decideIn(operator, 'consultant-reports', line.id, 'review-consultant-report')
    return { reporter, thing: line.id as string, id: line.id.split(':')[1] as string }
  }

  const mailsTo = async (email: string) => {
    await worker.run()
    return house.inbox.filter(({ to }) => to === email)
  }

  const close = async () => {
    await worker.close()
    await house.close()
  }
  const making = { newPerson, newRanked, newConsultant, newReport, giveName, giveRank }
  return { ...house, ...making, queueOf, lineOf, decideIn, mailsTo, strikeConsultantClock: worker.strikeClock, close }
}

export type ConsultantHouse = Awaited<ReturnType<typeof createConsultants>>
