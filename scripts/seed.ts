import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOperator } from '@ingot/api/features/identity/operators'
import { connect } from '@ingot/db/connect'
import { readText } from '@ingot/endpoints/content'
import { setPin } from '@ingot/endpoints/credentials'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { register, signIn, verifyEmailByLink } from '@ingot/endpoints/identity'
import { openApplicant, submitPersonalInfo } from '@ingot/endpoints/kyc'
import { sandboxClient } from '@ingot/sandbox/client'
import { readStackConfig, type Stack } from './stack.ts'

type Demo = { customerPassword: string; pin: string; operatorPassword: string }

const customer = { email: 'demo@ingot.example', username: 'demo' }
const operator = { email: 'operator@ingot.example', username: 'operator' }

const mailPatienceSeconds = 30

/** People to look around with, for the sandbox only. Their secrets are made up once and kept beside the data. */
export const seedPeople = async (stack: Stack, data: string): Promise<Record<string, string>> => {
  const file = join(data, 'demo.json')
  if (!existsSync(file)) {
    if (!stack.sandbox || (await hasPeople(stack.databaseUrl))) return {}
    const demo = {
      customerPassword: `gold-${randomBytes(9).toString('base64url')}`,
      pin: `7${String(randomInt(10_000)).padStart(4, '0')}2`,
      operatorPassword: `vault-${randomBytes(9).toString('base64url')}`,
    }
    await registerCustomer(stack.portal, stack.sandbox, demo)
    await withDatabase(stack.databaseUrl, (db) => createOperator(db, { ...operator, password: demo.operatorPassword }))
    writeFileSync(file, JSON.stringify(demo), { mode: 0o600 })
  }
  const { customerPassword, pin, operatorPassword }: Demo = JSON.parse(readFileSync(file, 'utf8'))
  return {
    Customer: `${customer.email}  ${customerPassword}  PIN ${pin}`,
    Operator: `${operator.email}  ${operatorPassword}`,
  }
}

const withDatabase = async <T>(url: string, work: (db: ReturnType<typeof connect>) => Promise<T>) => {
  const db = connect(url, { part: 'seed', max: 1 })
  return work(db).finally(() => db.destroy())
}

const hasPeople = (url: string) =>
  withDatabase(url, async (db) => {
    const row = await db
      .withTables<{ customers: { id: string } }>()
      .selectFrom('customers')
      .select('id')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  })

/** The parts of the answers that are read here. */
type Reply = { jwt?: string; data?: { version?: string; token?: string }; error?: { message: string } }

const callerOf =
  (portal: string) =>
  async (endpoint: Endpoint, path: string, body?: object, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${portal}/api${path}`, {
      method: endpoint.method,
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      headers: { ...(body && !isForm && { 'content-type': 'application/json' }), ...headers },
    })
    const reply = (await answer.json()) as Reply
    if (!answer.ok) throw new Error(`${path}: ${reply.error?.message}`)
    return {
      reply,
      cookie: answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    }
  }

/** Through the front door, as any customer would: register, open the mail, sign in, set a PIN, be verified. */
const registerCustomer = async (portal: string, sandbox: string, { customerPassword: password, pin }: Demo) => {
  const call = callerOf(portal)
  const terms = await call(readText, '/texts/term-conditions')
  await call(register, register.path, { ...customer, password, termsVersion: terms.reply.data?.version })
  const mail = await sandboxClient(sandbox).mail.next({ to: customer.email, waitSeconds: mailPatienceSeconds })
  const verifyCode = /\/Email-Verification\/([\w-]+)/.exec(mail.text ?? '')?.[1]
  await call(verifyEmailByLink, verifyEmailByLink.path, { verifyCode })
  const { reply, cookie } = await call(signIn, signIn.path, { identifier: customer.email, password })
  const signedIn = { authorization: `Bearer ${reply.jwt}`, cookie }
  await call(setPin, setPin.path, { password, pin }, signedIn)
  await beVerified(call, sandbox, signedIn)
}

/** A person who does not exist, at an address and with numbers that are kept for examples. */
const demoInfo = {
  ...{ firstName: 'Demo', middleName: '', lastName: 'Customer', dateOfBirth: '1990-01-15', gender: 'Other' },
  ...{ maritalStatus: 'Single', motherMaidenName: '', citizenship: 'GB', country: 'GB', city: 'London' },
  ...{ address: '1 Example Street', postalCode: 'SW1A 1AA', mobilePhone: '+44 7400 123456', altPhoneNumber: '' },
  ...{ faxNo: '', idType: 'PASSPORT', idNumber: '000000000', incomeTaxNo: '', occupation: 'Tester', industry: '' },
  ...{ employeeName: '', sourceOfIncome: 'Savings', annualIncome: '40000', currency: 'GBP', auth: 'true' },
}

/** Hands in everything. The sandbox decides by itself some seconds later, and the wallet follows where there is a chain. */
const beVerified = async (
  call: ReturnType<typeof callerOf>,
  sandbox: string,
  signedIn: { authorization: string; cookie: string },
) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(demoInfo)) form.set(field, value)
  await call(submitPersonalInfo, submitPersonalInfo.path, form, signedIn)
  const xsrf = /XSRF-TOKEN=([\w-]+)/.exec(signedIn.cookie)?.[1] ?? ''
  const { VERIFICATION_CLIENT_TOKEN } = readStackConfig(process.env)
  const page = { ...signedIn, authorization: `Bearer ${VERIFICATION_CLIENT_TOKEN}`, 'x-xsrf-token': xsrf }
  const { reply } = await call(openApplicant, openApplicant.path, { username: customer.username }, page)
  await sandboxClient(sandbox).kyc.handIn(reply.data?.token ?? '')
}
