import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTestWorker } from '@ingot/db/test-jobs'
import { sql } from 'kysely'
import { type Client, createPeople, formOf } from '../identity/test-people.ts'
import { kycJobs } from './jobs.ts'

const sandboxEntry = fileURLToPath(new URL('../../../../sandbox/src/main.ts', import.meta.url))

/** For tests: the settings by which api and sandbox know each other, and a chain that nobody has to run. */
const env = {
  SUMSUB_APP_TOKEN: 'sbx:tests',
  SUMSUB_SECRET_KEY: 'a key that only tests have',
  SUMSUB_WEBHOOK_SECRET: 'a webhook key that only tests have',
}
export const chainEnv = {
  CHAIN_SETTLEMENT: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  CHAIN_WALLET_IMPLEMENTATION: '0xa16E02E87b7454126E5E10d957A927A7F5B5d2be',
}

/** For tests: what a customer of whom nothing is wrong hands in. */
export const goodInfo = {
  firstName: 'Augusta Ada',
  middleName: '',
  lastName: 'King-Noel',
  auth: 'true',
  employeeName: 'Analytical Engines Ltd',
  annualIncome: '42000.50',
  dateOfBirth: '1985-12-10',
  address: '12 St James’s Square',
  city: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'GB',
  citizenship: 'GB',
  currency: 'GBP',
  idType: 'PASSPORT',
  motherMaidenName: 'Milbanke',
  incomeTaxNo: '12345 67890',
  idNumber: 'GB 123456789',
  industry: 'Engineering',
  occupation: 'Mathematician',
  sourceOfIncome: 'Salary',
  mobilePhone: '+44 7400 123456',
  altPhoneNumber: '',
  faxNo: '',
  maritalStatus: 'Married',
  gender: 'Female',
}

type Verdict = {
  reviewAnswer: 'GREEN' | 'RED'
  reviewRejectType?: 'RETRY' | 'FINAL'
  rejectLabels?: string[]
  moderationComment?: string
  clientComment?: string
}

const startSandbox = async (data: string): Promise<{ child: ChildProcess; url: string }> => {
  const child = fork(sandboxEntry, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_DATA: data,
      SANDBOX_KYC_APP_TOKEN: env.SUMSUB_APP_TOKEN,
      SANDBOX_KYC_SECRET_KEY: env.SUMSUB_SECRET_KEY,
      SANDBOX_KYC_WEBHOOK_SECRET: env.SUMSUB_WEBHOOK_SECRET,
    },
  })
  const [{ port }] = await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}` }
}

/** What tests ask of the sandbox, by its own HTTP API. */
const sandboxCalls = (url: string) => {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const applicantOf = async (customer: string): Promise<string> => {
    const path = `/api/kyc/applicants?externalUserId=${customer}`
    const { data } = await ask<{ data: [{ id: string }] }>('GET', path)
    return data[0].id
  }
  return {
    applicantOf,
    ask,
    setDesk: (change: object) => ask('PUT', '/api/kyc/desk', change),
    decide: async (customer: string, verdict: Verdict) =>
      ask('POST', `/api/kyc/applicants/${await applicantOf(customer)}/decide`, verdict),
    reset: async (customer: string) => ask('POST', `/api/kyc/applicants/${await applicantOf(customer)}/reset`, {}),
    misbehave: (order: object) => ask('PUT', '/api/control/kyc', order),
    behave: () => ask('DELETE', '/api/control/kyc'),
    /** Every message that is due was tried. */
    settled: () => ask('GET', '/api/kyc/webhooks/settled'),
  }
}

const picture = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], { type: 'image/jpeg' })

/** For tests: the api and a real sandbox, each reachable by the other, with a clock that can be moved. */
export const createKycTest = async (more: Record<string, string> = chainEnv) => {
  const data = await mkdtemp(join(tmpdir(), 'ingot-kyc-'))
  const { child, url } = await startSandbox(data)
  const people = await createPeople({ env: { ...env, SUMSUB_URL: url, ...more } })
  await people.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = people.app.server.address() as AddressInfo
  const webhookUrl = `http://127.0.0.1:${port}/api/webhooks/sumsub`
  const sandbox = sandboxCalls(url)
  await sandbox.setDesk({ mode: 'manual', webhookUrl })
  const worker = await openTestWorker(people.databaseUrl, kycJobs(people.kyc, people))

  /** As the page calls the provider's calls: with its public token, and the cookie's value once more as a header. */
  const applicantCall = (client: Client, path: string, body: object) => {
    const xsrf = /XSRF-TOKEN=([\w-]+)/.exec(client.state.cookie)?.[1] ?? ''
    const authorization = `Bearer ${people.config.VERIFICATION_CLIENT_TOKEN}`
    return client.post(`/applicant/${path}`, body, { authorization, 'x-xsrf-token': xsrf })
  }

  const idOf = async (client: Client): Promise<string> => (await client.get('/getInfo')).body.data.id
  const statusOf = async (client: Client): Promise<string> =>
    (await client.get('/verification/is-verify')).body.data.kycVerified

  const submitInfo = (client: Client, change: Record<string, string | Blob> = {}) =>
    client.post('/verification/personal-info', formOf({ ...goodInfo, ...change }))

  const openCheck = async (client: Client) => {
    const { username } = (await client.get('/getInfo')).body.data
    return applicantCall(client, 'access-token', { username })
  }

  /** In the provider's page: documents, selfie, submit. */
  const handInDocuments = async (token: string) => {
    const post = async (path: string, body?: Blob) => {
      const answer = await fetch(`${url}/api/websdk${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': body.type }) },
        ...(body && { body }),
      })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    }
    await post('/documents?type=PASSPORT&side=FRONT_SIDE&country=GBR', picture)
    await post('/documents?type=SELFIE', picture)
    await post('/submit')
  }

  /** Everything that follows by itself: messages arrive, jobs are done. */
  const letFollow = async () => {
    await sandbox.settled()
    await worker.run()
  }

  /** Somebody who has handed in everything. */
  const newApplicant = async (username: string) => {
    const client = await people.newCustomer(username)
    await submitInfo(client)
    const { token } = (await openCheck(client)).body.data
    await handInDocuments(token)
    await letFollow()
    return { client, id: await idOf(client), token: token as string }
  }

  const decide = async (id: string, verdict: Verdict) => {
    await sandbox.decide(id, verdict)
    await letFollow()
  }

  const newVerified = async (username: string) => {
    const applicant = await newApplicant(username)
    await decide(applicant.id, { reviewAnswer: 'GREEN' })
    return applicant
  }

  /** Each move of a status, oldest first. */
  const movesOf = async (id: string): Promise<string[]> => {
    const { rows } = await sql<{ to_status: string }>`
      select to_status from kyc_moves where customer = ${id} order by id`.execute(people.db)
    return rows.map(({ to_status }) => to_status)
  }

  const close = async () => {
    await worker.close()
    await people.close()
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(data, { recursive: true, force: true })
  }

  return {
    ...people,
    sandbox,
    sandboxUrl: url,
    webhookUrl,
    applicantCall,
    idOf,
    statusOf,
    submitInfo,
    openCheck,
    handInDocuments,
    letFollow,
    runKycJobs: worker.run,
    strikeKycClock: worker.strikeClock,
    newApplicant,
    newVerified,
    decide,
    movesOf,
    close,
  }
}
