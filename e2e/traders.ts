import { randomUUID } from 'node:crypto'
import { aimOf } from '@ingot/endpoints/aim'
import { setPin, verifyPin } from '@ingot/endpoints/credentials'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { readAccountAddress } from '@ingot/endpoints/kyc'
import { listTrades } from '@ingot/endpoints/trade'
import { readBalances } from '@ingot/endpoints/wallet'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { newPerson, type PersonInTest, registerPerson, signIn, stackOfRun } from './people.ts'
import { applicantOf } from './verified-people.ts'

export const traderPin = '274915'

/** On a busy machine a deposit takes its time. */
const patience = { timeout: 90_000 }

const deposit = '100000'

/** As the faucet takes it. */
type Address = `0x${string}`

/** A file of a form, as the browser's driver takes it. */
type FileInForm = { name: string; mimeType: string; buffer: Buffer }

type Sent = {
  data?: object
  multipart?: Record<string, string | FileInForm>
  headers?: Record<string, string>
}

/** Calls the server as the customer who is signed in on this page. */
export const callAs = async (page: Page, method: string, path: string, sent: Sent = {}) => {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    ...sent,
    headers: { authorization: `Bearer ${token}`, ...sent.headers },
  })
  const reply = await answer.json()
  if (!answer.ok()) throw new Error(`${method} ${path}: ${reply.error?.message}`)
  return reply.data
}

/** Does what asks for the PIN, with it. */
export const callWithPin = async (page: Page, endpoint: Endpoint, data: object) => {
  const key = randomUUID()
  const aim = await aimOf(endpoint, key, { body: data })
  await callAs(page, 'POST', verifyPin.path, { multipart: { pin: traderPin, ...aim } })
  return callAs(page, 'POST', endpoint.path, { data, headers: { 'idempotency-key': key } })
}

export const balanceOf = async (page: Page, asset: string): Promise<string> => {
  const balances: { asset: string; available: string }[] = await callAs(page, 'GET', readBalances.path)
  return balances.find((balance) => balance.asset === asset)?.available ?? '0'
}

export const tradesOf = async (page: Page): Promise<{ id: string }[]> => callAs(page, 'GET', listTrades.path)

/** The wallet of the customer who is signed in on this page. */
export const walletOf = async (page: Page): Promise<Address> => {
  const userHash = await page.evaluate(
    () => JSON.parse(localStorage.getItem('ingot-session') ?? '').state.info.userHash,
  )
  return callAs(page, 'GET', readAccountAddress.path.replace(':userHash', userHash))
}

const beFunded = async (page: Page) => {
  const address = await walletOf(page)
  await sandboxClient(stackOfRun.sandbox).chain.faucet({ address, asset: 'USDT', amount: deposit })
  await expect.poll(() => balanceOf(page, 'USDT'), patience).toBe(deposit)
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Somebody who is registered gets a PIN, verification and dollars. */
export const becomeTrader = async (
  browser: Browser,
  person: PersonInTest,
  told: Parameters<typeof applicantOf>[2] = {},
): Promise<State> => {
  const applicant = await applicantOf(stackOfRun, person, told)
  await applicant.call(setPin, { body: { password: person.password, pin: traderPin } })
  await applicant.pass()
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  await signIn(page, person)
  await expect(page).toHaveURL('/')
  await beFunded(page)
  const state = await context.storageState()
  await context.close()
  return state
}

/** One of one's own, whom no other test meets. */
export const makeTrader = async (browser: Browser, named = newPerson('trader')): Promise<State> =>
  becomeTrader(browser, await registerPerson(stackOfRun, named))

let made: Promise<State> | undefined

/** Somebody with PIN, verification and dollars on the chain; made once for the tests that run one after the other. */
export const traderState = (browser: Browser): Promise<State> => {
  made ??= makeTrader(browser)
  return made
}
