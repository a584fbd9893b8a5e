import { setTimeout as sleep } from 'node:timers/promises'
import { readText } from '@ingot/endpoints/content'
import { register, verifyEmailByLink } from '@ingot/endpoints/identity'
import { sandboxClient } from '@ingot/sandbox/client'
import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import type { RouteGate } from '../web/src/app/route-table.ts'

const mailPatienceSeconds = 20

/** Where the stack under test is; the test run says so. */
export const stackOfRun = {
  portal: process.env.INGOT_PORTAL ?? '',
  sandbox: process.env.INGOT_SANDBOX ?? '',
  database: process.env.INGOT_DATABASE ?? '',
}

type StackUnderTest = typeof stackOfRun

export type PersonInTest = { email: string; username: string; password: string }

let made = 0

/** Somebody who has not been here before. */
export const newPerson = (name = 'guest'): PersonInTest => {
  const username = `${name}${process.pid}n${++made}t${Date.now().toString(36)}`.slice(0, 30)
  return { email: `${username}@example.com`, username, password: 'blue kettle walks home' }
}

/** The next mail to someone, and what a reader would click or copy. */
export const mailTo = async (stack: StackUnderTest, email: string, after?: string) => {
  const wanted = { to: email, waitSeconds: mailPatienceSeconds, ...(after && { after }) }
  const mail = await sandboxClient(stack.sandbox).mail.next(wanted)
  const text = mail.text ?? ''
  return {
    id: mail.id,
    subject: mail.subject,
    text,
    linkTo: (path: string) => {
      const link = text.match(new RegExp(`https?://\\S+${path}/[\\w-]+`, 'i'))?.[0]
      if (!link) throw new Error(`no link to ${path} in “${mail.subject}”`)
      return new URL(link).pathname
    },
    code: text.match(/\b\d{6}\b/)?.[0] ?? '',
  }
}

const call = async (stack: StackUnderTest, method: string, path: string, body?: object) => {
  const answer = await fetch(`${stack.portal}/api${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const reply = (await answer.json()) as { data?: { version?: string }; error?: { message: string } }
  if (!answer.ok) throw new Error(`${path}: ${reply.error?.message}`)
  return reply
}

/** Registers someone and opens the mail, without a browser: for journeys that begin later. */
export const registerPerson = async (stack: StackUnderTest, person = newPerson()): Promise<PersonInTest> => {
  // Everybody here comes from the same address, which the server would soon have enough of.
  await writeToDatabase(stack, 'delete from tries', [])
  const terms = await call(stack, 'GET', readText.path.replace(':name', 'term-conditions'))
  await call(stack, 'POST', register.path, { ...person, termsVersion: terms.data?.version })
  const { linkTo } = await mailTo(stack, person.email)
  const verifyCode = linkTo('/Email-Verification').split('/').at(-1)
  await call(stack, 'POST', verifyEmailByLink.path, { verifyCode })
  return person
}

/** For what a journey does not begin with: straight in the database. */
export const writeToDatabase = async (stack: StackUnderTest, statement: string, values: unknown[]) => {
  const client = new pg.Client({ connectionString: stack.database })
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

/** Does what identity verification does, without its steps: the status, and the wallet address that comes with it. */
export const markVerified = async (stack: StackUnderTest, { username }: PersonInTest) => {
  await writeToDatabase(stack, `update customers set kyc_status = 'Verified' where username = $1`, [username])
  await writeToDatabase(
    stack,
    `insert into wallet_addresses (customer, address, recorded_at)
     select id, '0x' || left(md5(username) || md5(email), 40), now() from customers where username = $1
     on conflict do nothing`,
    [username],
  )
}

/** Gives a person a verified referral. */
export const markUpline = async (stack: StackUnderTest, person: PersonInTest) => {
  const referral = await registerPerson(stack, newPerson('brought'))
  await markVerified(stack, referral)
  await writeToDatabase(
    stack,
    `update customers set introducer = (select id from customers where username = $1) where username = $2`,
    [person.username, referral.username],
  )
}

export const signIn = async (page: Page, { email, password }: PersonInTest) => {
  await page.goto('/signin')
  await page.getByLabel('E-mail or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const codeSeconds = 30

/** An authenticator app. A code is taken once, so each call gives one that was not given out yet, and waits for it if it must. */
export const authenticator = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) })
  const currentStep = () => Math.floor(Date.now() / 1000 / codeSeconds)
  let given = 0
  return async (): Promise<string> => {
    given = Math.max(given + 1, currentStep())
    // The server also takes the code that comes next, but none after it.
    while (given > currentStep() + 1) await sleep(500)
    return totp.generate({ timestamp: given * codeSeconds * 1000 })
  }
}

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

const states = new Map<RouteGate, Promise<State | undefined>>()

const signedInState = async (browser: Browser, stack: StackUnderTest, gate: RouteGate): Promise<State> => {
  const person = await registerPerson(stack)
  if (gate === 'verified' || gate === 'upline') await markVerified(stack, person)
  if (gate === 'upline') await markUpline(stack, person)
  const context = await browser.newContext({ baseURL: stack.portal })
  const page = await context.newPage()
  await signIn(page, person)
  await page.waitForURL((url) => url.pathname !== '/signin')
  const state = await context.storageState()
  await context.close()
  return state
}

/** What a browser has kept of somebody for whom a gate is open; made once, and nothing for a visitor. */
export const stateBehind = (browser: Browser, stack: StackUnderTest, gate: RouteGate): Promise<State | undefined> => {
  const known =
    states.get(gate) ?? (gate === 'public' ? Promise.resolve(undefined) : signedInState(browser, stack, gate))
  states.set(gate, known)
  return known
}
