import { setPin } from '@ingot/endpoints/credentials'
import { openApplicant, readAccountAddress, readKycStatus, submitPersonalInfo } from '@ingot/endpoints/kyc'
import { listTrades } from '@ingot/endpoints/trade'
import { readBalances } from '@ingot/endpoints/wallet'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { decide, personalText } from './applicants.ts'
import { newPerson, registerPerson, signIn, stackOfRun } from './people.ts'

export const traderPin = '274915'

/** On a busy machine a wallet or a deposit takes its time. */
const patience = { timeout: 90_000 }

const deposit = '100000'

/** As the faucet takes it. */
type Address = `0x${string}`

type Sent = { data?: object; multipart?: Record<string, string>; headers?: Record<string, string> }

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

/** As the provider's frame would be opened, so that documents can be handed in. */
const applicantToken = async (page: Page, username: string): Promise<string> => {
  const { bearer, xsrf } = await page.evaluate(() => ({
    bearer: JSON.parse(document.getElementById('ingot-settings')?.textContent ?? '{}').kycClientToken,
    xsrf: /XSRF-TOKEN=([\w-]+)/.exec(document.cookie)?.[1] ?? '',
  }))
  const headers = { authorization: `Bearer ${bearer}`, 'x-xsrf-token': xsrf }
  return (await callAs(page, openApplicant.method, openApplicant.path, { data: { username }, headers })).token
}

export const balanceOf = async (page: Page, asset: string): Promise<string> => {
  const balances: { asset: string; available: string }[] = await callAs(page, 'GET', readBalances.path)
  return balances.find((balance) => balance.asset === asset)?.available ?? '0'
}

export const tradesOf = async (page: Page): Promise<{ id: string }[]> => callAs(page, 'GET', listTrades.path)

export const beVerified = async (page: Page, username: string) => {
  await callAs(page, 'POST', submitPersonalInfo.path, { multipart: personalText })
  await sandboxClient(stackOfRun.sandbox).kyc.handIn(await applicantToken(page, username))
  await decide(page, { reviewAnswer: 'GREEN' })
  const status = async () => (await callAs(page, 'GET', readKycStatus.path)).kycVerified
  await expect.poll(status, patience).toBe('Verified')
}

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

const makeTrader = async (browser: Browser): Promise<State> => {
  const person = await registerPerson(stackOfRun, newPerson('trader'))
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  await signIn(page, person)
  await expect(page).toHaveURL('/Registration/security')
  await callAs(page, 'POST', setPin.path, { data: { password: person.password, pin: traderPin } })
  await beVerified(page, person.username)
  await beFunded(page)
  const state = await context.storageState()
  await context.close()
  return state
}

let made: Promise<State> | undefined

/** Somebody with PIN, verification and dollars on the chain; made once for the tests that run one after the other. */
export const traderState = (browser: Browser): Promise<State> => {
  made ??= makeTrader(browser)
  return made
}
