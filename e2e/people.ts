import { setTimeout as sleep } from 'node:timers/promises'
import { logOut } from '@ingot/endpoints/account'
import { readText } from '@ingot/endpoints/content'
import type { Endpoint, ReplyOf } from '@ingot/endpoints/endpoint'
import { register, signIn as signInByPassword, verifyEmailByLink } from '@ingot/endpoints/identity'
import { sandboxClient } from '@ingot/sandbox/client'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { letTimePass } from './passing-time.ts'

const mailPatienceSeconds = 20

/** Where the stack under test is; the test run says so. */
export const stackOfRun = {
  portal: process.env.INGOT_PORTAL ?? '',
  sandbox: process.env.INGOT_SANDBOX ?? '',
  database: process.env.INGOT_DATABASE ?? '',
}

export type StackUnderTest = typeof stackOfRun

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

/** Where a mail leads to, however many others came before it. */
export const linkMailed = async (stack: StackUnderTest, email: string, path: string): Promise<string> => {
  let mail = await mailTo(stack, email)
  while (!mail.text.includes(`${path}/`)) mail = await mailTo(stack, email, mail.id)
  return mail.linkTo(path)
}

type Sent = { path?: string; body?: object; headers?: Record<string, string> }

const ask = async <E extends Endpoint>({ portal }: StackUnderTest, endpoint: E, sent: Sent = {}) => {
  const { path = endpoint.path, body, headers } = sent
  const isForm = body instanceof FormData
  const answer = await fetch(`${portal}/api${path}`, {
    method: endpoint.method,
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    headers: { ...(body && !isForm && { 'content-type': 'application/json' }), ...headers },
  })
  const reply = (await answer.json()) as ReplyOf<E> & { error?: { message: string } }
  if (!answer.ok) throw new Error(`${path}: ${reply.error?.message}`)
  return { reply: reply as ReplyOf<E>, cookies: answer.headers.getSetCookie() }
}

/** Registers someone and opens the mail, without a browser: for journeys that begin later. */
export const registerPerson = async (
  stack: StackUnderTest,
  person = newPerson(),
  introducedBy: { referralCode?: string } = {},
): Promise<PersonInTest> => {
  await letTimePass('tries', stack)
  const { reply: terms } = await ask(stack, readText, { path: readText.path.replace(':name', 'term-conditions') })
  await ask(stack, register, { body: { ...person, ...introducedBy, termsVersion: terms.data.version } })
  const verifyCode = (await linkMailed(stack, person.email, '/Email-Verification')).split('/').at(-1)
  await ask(stack, verifyEmailByLink, { body: { verifyCode } })
  return person
}

/** Signs someone in without a browser, and calls the server for him. He has no 2FA yet. */
export const enter = async (stack: StackUnderTest, { email, password }: PersonInTest) => {
  const { reply, cookies } = await ask(stack, signInByPassword, { body: { identifier: email, password } })
  if (!('jwt' in reply)) throw new Error(`${email} has to give a second factor`)
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
  const own = { authorization: `Bearer ${reply.jwt}`, cookie }
  const call = async <E extends Endpoint>(endpoint: E, { headers, ...sent }: Sent = {}): Promise<ReplyOf<E>> =>
    (await ask(stack, endpoint, { ...sent, headers: { ...own, ...headers } })).reply
  return { call, leave: () => call(logOut), xsrf: /XSRF-TOKEN=([\w-]+)/.exec(cookie)?.[1] ?? '' }
}

export const signIn = async (page: Page, { email, password }: PersonInTest) => {
  await page.goto('/signin')
  await page.getByLabel('E-mail or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
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

/**
 * Codes without waiting for the clock: that the last one was used is forgotten before each. It is the one that comes
 * next, which is still right when half a minute ends in between.
 */
export const appOf = (secret: string, username: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) })
  return async (): Promise<string> => {
    await letTimePass('code', { of: username })
    return totp.generate({ timestamp: Date.now() + codeSeconds * 1000 })
  }
}

/** Sets up 2FA where an operator has to, on the way in. */
export const enrol = async (page: Page, { username }: Pick<PersonInTest, 'username'>) => {
  await page.getByRole('button', { name: 'Begin' }).click()
  const code = appOf((await page.locator('code').textContent()) ?? '', username)
  await page.getByLabel('Code from the app').fill(await code())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('I have saved my backup codes').click()
  await page.getByRole('button', { name: 'Done' }).click()
  return code
}
