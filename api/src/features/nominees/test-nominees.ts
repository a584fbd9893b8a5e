import { randomUUID } from 'node:crypto'
import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import type { Nominee } from '@ingot/endpoints/nominee-fields'
import { confirmNominees } from '@ingot/endpoints/nominees'
import { kycOf } from '../kyc/kyc.ts'
import { savePersonal } from '../kyc/store.ts'
import { goodInfo } from '../kyc/test-kyc.ts'
import { createHolders, type Holder } from '../wallet/test-wallet.ts'
import { nomineeJobs } from './jobs.ts'

/** For tests: somebody who can be named. */
export const someNominee = (firstName: string, share: number, more: Partial<Nominee> = {}): Nominee => ({
  ...{ firstName, middleName: '', lastName: 'Lovelace', contact: `${firstName.toLowerCase()}@family.example` },
  ...{ dateOfBirth: '1990-04-01', address: '1 Family Road', city: 'London', postalCode: 'E1 6AN' },
  ...{ relationTestator: 'Child', idType: 'PASSPORT', share, guardian: null },
  ...more,
})

/** For tests: the api with customers who are verified by name and can confirm, and what works behind it. */
export const createNamers = async (env: Record<string, string> = {}) => {
  const house = await createHolders(env)
  const { db, config, log, now, mailer, outbox } = house
  const worker = await openTestWorker(house.databaseUrl, nomineeJobs({ db, config, mailer, outbox, log, now }))

  const newNamer = async (username: string, info: Partial<typeof goodInfo> = {}): Promise<Holder> => {
    const holder = await house.newHolder(username)
    const { personalData } = kycOf(house)
    const sealed = personalData.seal(holder.id, 'personal', { ...goodInfo, ...info })
    await inTransaction(db, (tx) => savePersonal(tx, holder.id, { sealed, at: now() }))
    return holder
  }

  const draft = ({ client }: Holder, nominees: Nominee[], namesNobody = false) =>
    client.send('PUT', '/nominees/draft', { namesNobody, nominees })
  const confirm = async (holder: Holder, shown: { id: string; changedAt: string }, key: string = randomUUID()) => {
    const body = { draft: shown.id, changedAt: shown.changedAt }
    await house.approve(holder, confirmNominees, key, body)
    return holder.client.post('/nominees/confirm', body, { 'idempotency-key': key })
  }
  /** Drafted and confirmed. */
  const confirmed = async (holder: Holder, nominees: Nominee[], namesNobody = false) => {
    const drafted = await draft(holder, nominees, namesNobody)
    if (drafted.status !== 200) throw new Error(`a draft was refused: ${JSON.stringify(drafted.body)}`)
    const { status, body } = await confirm(holder, drafted.body.data)
    if (status !== 200) throw new Error(`nominees were refused: ${JSON.stringify(body)}`)
    return body.data as { id: string; version: number; document: string; inForceFrom: string; changedAt: string }
  }
  const read = async ({ client }: Holder) => (await client.get('/nominees')).body.data
  const withdraw = ({ client }: Holder, id: string, key: string = randomUUID()) =>
    client.post(`/nominees/${id}/withdraw`, {}, { 'idempotency-key': key })

  /** Time passes, and whoever is named signs in again. */
  const pass = async (milliseconds: number, ...holders: Holder[]) => {
    house.passTime(milliseconds)
    for (const holder of holders) {
      house.nextCode()
      holder.client = await house.signInAgain(holder.username, holder.code)
    }
  }

  /** The newest mail, once those about nominees were written. */
  const mailTo = async (to: string) => {
    await house.runJobs()
    await worker.run()
    return house.mailTo(to)
  }
  const subjectsTo = async (to: string) => {
    await worker.run()
    return house.subjectsTo(to)
  }

  const close = async () => {
    await worker.close()
    await house.close()
  }
  return {
    ...house,
    ...{ newNamer, draft, confirm, confirmed, read, withdraw, pass, mailTo, subjectsTo, close },
    runNominees: worker.run,
    strikeNominees: worker.strikeClock,
  }
}
