import { randomUUID } from 'node:crypto'
import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import type { Nominee } from '@ingot/endpoints/nominee-fields'
import { confirmNominees } from '@ingot/endpoints/nominees'
import { sql } from 'kysely'
import { type Operator, withOperators } from '../../approvals/test-approvals.ts'
import type { Person } from '../../bind.ts'
import { openTestScanner, pdf } from '../../uploads/test-uploads.ts'
import { createHouse } from '../holdings/test-holdings.ts'
import { grant } from '../identity/step-up.ts'
import { type Client, day, formOf } from '../identity/test-people.ts'
import { personDigests } from '../kyc/same-person.ts'
import { savePersonal } from '../kyc/store.ts'
import { goodInfo } from '../kyc/test-kyc.ts'
import { someNominee } from '../nominees/test-nominees.ts'
import { hundredAGram } from '../trade/test-market.ts'
import { estateJobs } from './jobs.ts'

export type Owner = { id: string; username: string; email: string; client: Client; code: () => string }

export const twoNominees = (): Nominee[] => [someNominee('Ann', 6000), someNominee('Ben', 4000)]

/** A name of letters, and another one for each. */
const lastNameOf = (username: string): string =>
  `King ${username.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`

let papers = 0

/** For tests: people with something to leave, and Compliance, who looks into what is said of them. */
export const createEstateDesk = async () => {
  const scanner = await openTestScanner()
  const house = await withOperators(await createHouse({ SCANNER_URL: scanner.url }))
  const { db, now, identity, kyc } = house
  const worker = await openTestWorker(house.databaseUrl, estateJobs(house))
  const officer = await house.newOperator('officer', ['Compliance'])
  const second = await house.newOperator('second', ['Compliance'])

  /** Somebody verified by name, with PIN and 2FA, and something to leave. */
  const newOwner = async (
    username: string,
    { info = {}, USDT = '1000' }: { info?: Partial<typeof goodInfo>; USDT?: string } = {},
  ): Promise<Owner> => {
    const { id, client } = await house.newSaver(username, USDT === '0' ? {} : { USDT })
    const { code } = await house.enrol(client)
    const whole = { ...goodInfo, lastName: lastNameOf(username), ...info }
    const sealed = kyc.personalData.seal(id, 'personal', whole)
    const person = personDigests(kyc.personalData, whole)[0]
    await inTransaction(db, (tx) => savePersonal(tx, id, { sealed, at: now(), person }))
    return { id, username, email: `${username}@example.com`, client, code }
  }

  const nominate = async ({ client }: Owner, nominees: Nominee[] = twoNominees(), namesNobody = false) => {
    const drafted = await client.send('PUT', '/nominees/draft', { namesNobody, nominees })
    if (drafted.status !== 200) throw new Error(`a draft was refused: ${JSON.stringify(drafted.body)}`)
    const body = { draft: drafted.body.data.id, changedAt: drafted.body.data.changedAt }
    const [key, session] = [randomUUID(), identity.tokens.session.read(client.state.jwt)?.sid ?? '']
    const aim = await aimOf(confirmNominees, key, { body })
    await inTransaction(db, async (tx) => {
      await grant(tx, identity, { session } as Person, aim, 'pin')
      await grant(tx, identity, { session } as Person, aim, '2fa')
    })
    const { status, body: said } = await client.post('/nominees/confirm', body, { 'idempotency-key': key })
    if (status !== 200) throw new Error(`nominees were refused: ${JSON.stringify(said)}`)
    return said.data as { id: string; version: number }
  }

  const today = () => now().toISOString().slice(0, 10)
  const toldOf = ({ username, email }: Pick<Owner, 'username' | 'email'>, more: object = {}) => ({
    reporter: { name: 'Rita Reporter', email: 'rita@example.org', phone: '', relation: 'Child' },
    deceased: {
      ...{ firstName: 'Augusta Ada', lastName: lastNameOf(username), dateOfBirth: goodInfo.dateOfBirth },
      ...{ dateOfDeath: today(), email, ...more },
    },
    words: 'She fell asleep.',
  })
  const step = ({ client }: Operator, path: string, body: object = {}, key: string = randomUUID()) =>
    client.post(`/operator/estates${path}`, body, { 'idempotency-key': key })
  /** By password and a code that was not used before. */
  const provenStep = async (by: Operator, path: string, body: object) =>
    step(by, path, { ...body, ...(await house.proofOf(by)) })
  const sure = async <T extends { status: number; body: { data?: unknown } }>(answer: Promise<T>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`)
    // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is checked by what it expects.
    return body.data as any
  }

  const report = async (owner: Pick<Owner, 'username' | 'email'>, by = officer): Promise<string> =>
    (await sure(step(by, '', toldOf(owner)))).id
  const reason = 'I looked at it'
  const check = (owner: Pick<Owner, 'id'>, id: string, by = officer) =>
    provenStep(by, `/${id}/check`, { customer: owner.id, reason })
  const wait = (id: string, by = officer) => provenStep(by, `/${id}/wait`, { reason })
  const refuse = (id: string, by = officer, more: object = {}) => provenStep(by, `/${id}/refuse`, { reason, ...more })
  /** By default it was on the day on which `waited` had it reported. */
  const reportedOn = () => new Date(now().getTime() - 31 * day).toISOString().slice(0, 10)
  const ask = (id: string, diedOn = reportedOn(), by = officer) =>
    provenStep(by, `/${id}/documents`, { diedOn, reason })
  const read = async (id: string, by = officer) => (await by.client.get(`/operator/estates/${id}`)).body.data
  const setReceiving = (id: string, beneficiaries: object[], by = officer) =>
    provenStep(by, `/${id}/beneficiaries`, { beneficiaries, reason })

  const addPaper = ({ client }: Operator, id: string, kind: string, beneficiary?: string) =>
    client.post(
      `/operator/estates/${id}/files`,
      formOf({
        ...{ kind, ...(beneficiary && { beneficiary }) },
        file: new File([pdf(`${++papers} 0 obj\n<<>>\nendobj\n`)], `${kind}.pdf`, { type: 'application/pdf' }),
      }),
    )
  const accept = (id: string, file: string, kind: string, beneficiary?: string, accepted = true) =>
    step(officer, `/${id}/files/${file}/accept`, { accepted, kind, ...(beneficiary && { beneficiary }) })
  /** A paper that came and was found to be what it says. */
  const acceptPaper = async (id: string, kind: string, beneficiary?: string): Promise<string> => {
    const { id: file } = await sure(addPaper(officer, id, kind, beneficiary))
    await sure(accept(id, file, kind, beneficiary))
    return file
  }
  const acceptAll = async (id: string) => {
    await acceptPaper(id, 'death-certificate')
    for (const { id: beneficiary } of (await read(id)).beneficiaries) await acceptPaper(id, 'identity', beneficiary)
  }

  /** Time passes, gold costs the same, and operators log in again. */
  const pass = async (milliseconds: number, ...owners: Owner[]) => {
    house.passTime(milliseconds)
    for (const operator of [officer, second]) await house.logInAgain(operator)
    for (const owner of owners) {
      await sql`update customers set totp_last_step = null where id = ${owner.id}`.execute(db)
      owner.client = await house.signInAgain(owner.username, owner.code)
    }
    await house.setPrice(hundredAGram)
  }
  /** Reported, looked into, and waited for. */
  const waited = async (owner: Owner): Promise<string> => {
    const id = await report(owner)
    await sure(check(owner, id))
    await sure(wait(id))
    await pass(31 * day)
    return id
  }

  const decideTogether = async (action: string, thing: string, given: Record<string, string> = {}) => {
    const asked = await house.ask(officer, { action, thing, given })
    return asked.status === 200 ? house.decide(second, 'approve', asked.body.data.id) : asked
  }

  const close = async () => {
    await worker.close()
    await house.close()
    scanner.close()
  }
  return {
    ...house,
    ...{
      officer,
      second,
      newOwner,
      nominate,
      toldOf,
      step,
      sure,
      report,
      check,
      wait,
      refuse,
      askForPapers: ask,
      read,
    },
    ...{ setReceiving, addPaper, accept, acceptPaper, acceptAll, pass, waited, decideTogether, today, close },
    runEstates: worker.run,
    strikeEstates: worker.strikeClock,
  }
}
