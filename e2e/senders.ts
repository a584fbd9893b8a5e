import { randomUUID } from 'node:crypto'
import { aimOf } from '@ingot/endpoints/aim'
import {
  changePin,
  checkPendingTwoFactor,
  enableTwoFactor,
  generateTwoFactor,
  setPin,
  verifyPin,
  verifyTwoFactor,
} from '@ingot/endpoints/credentials'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { makeQuote, swap } from '@ingot/endpoints/trade'
import { addAddress, listTransfers } from '@ingot/endpoints/wallet'
import type { Transfer } from '@ingot/endpoints/wallet-fields'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { letTimePass } from './passing-time.ts'
import { appOf, newPerson, type PersonInTest, registerPerson, signIn, stackOfRun } from './people.ts'
import { balanceOf, callAs, walletOf } from './traders.ts'
import { applicantOf, type Caller, verifiedPerson } from './verified-people.ts'

export const pin = '274915'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Somebody who can send: verified, with PIN and 2FA that hold nothing because they are his first, and his app. */
export type Sender = { person: PersonInTest; state: State; nextCode: () => Promise<string> }

const enrol = async ({ call }: Caller, { username, password }: PersonInTest) => {
  await call(setPin, { body: { password, pin } })
  const { secret } = (await call(generateTwoFactor, { body: {} })).data
  const nextCode = appOf(secret, username)
  await call(checkPendingTwoFactor, { body: { secret, token: await nextCode() } })
  await call(enableTwoFactor, { body: { mfaSecret: secret } })
  return nextCode
}

/** One of one's own, for tests whose sender must not be met by others: he is frozen, or his list is counted. */
export const makeSender = async (
  browser: Browser,
  name = 'sender',
  told: Parameters<typeof applicantOf>[2] = {},
): Promise<Sender> => {
  const person = await registerPerson(stackOfRun, newPerson(name))
  const applicant = await applicantOf(stackOfRun, person, told)
  const nextCode = await enrol(applicant, person)
  await applicant.pass()
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  await signIn(page, person)
  await page.getByLabel('2FA code').fill(await nextCode())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/')
  const state = await context.storageState()
  await context.close()
  return { person, state, nextCode }
}

let sender: Promise<Sender> | undefined
let receiver: Promise<PersonInTest> | undefined

/** Made once for the tests that run one after the other. */
export const theSender = (browser: Browser): Promise<Sender> => {
  sender ??= makeSender(browser)
  return sender
}

/** Another customer, who only receives. */
export const theReceiver = (): Promise<PersonInTest> => {
  receiver ??= verifiedPerson(stackOfRun, 'receiver')
  return receiver
}

/** Test dollars on their way to the wallet of whoever is signed in on this page. */
export const payIn = async (page: Page, amount: string) => {
  const address = await walletOf(page)
  return sandboxClient(stackOfRun.sandbox).chain.faucet({ address, asset: 'USDT', amount })
}

/** On a busy machine a deposit takes its time. */
const depositPatience = { timeout: 90_000 }

/** Sees to it that there is something to send, also when a test runs alone. */
export const beFunded = async (page: Page) => {
  if (Number(await balanceOf(page, 'USDT')) > 0) return
  await payIn(page, '100000')
  await expect.poll(() => balanceOf(page, 'USDT'), depositPatience).toBe('100000')
}

/** Buys USDAU for so many dollars, without the page: that is another journey. */
export const buyUsdau = async (page: Page, amount: string) => {
  const wanted = { pair: 'USDAU/USDT', side: 'buy', of: 'pay', amount }
  const quote: { id: string } = await callAs(page, 'POST', makeQuote.path, { data: wanted })
  const [key, data] = [randomUUID(), { quoteId: quote.id }]
  await callAs(page, 'POST', verifyPin.path, { multipart: { pin, ...(await aimOf(swap, key, { body: data })) } })
  const headers = { 'idempotency-key': key }
  await callAs(page, 'POST', swap.path, { data, headers })
}

/** Proves PIN and code for one action, and does it, without the dialogs: they are another journey. */
export const actAs = async (page: Page, { nextCode }: Sender, endpoint: Endpoint, data: object) => {
  const key = randomUUID()
  const aim = await aimOf(endpoint, key, { body: data })
  await callAs(page, 'POST', verifyPin.path, { multipart: { pin, ...aim } })
  await callAs(page, 'POST', verifyTwoFactor.path, { data: { token: await nextCode(), ...aim } })
  return callAs(page, 'POST', endpoint.path, { data, headers: { 'idempotency-key': key } })
}

/** A change of credentials, to the PIN that was there before. */
export const changePinOf = async (page: Page, { person, nextCode }: Sender) => {
  const fields = { password: person.password, changePin: pin }
  const aim = await aimOf(changePin, '', { body: fields })
  await callAs(page, 'POST', verifyTwoFactor.path, { data: { token: await nextCode(), ...aim } })
  await callAs(page, 'POST', changePin.path, { multipart: fields })
}

/** PIN, then the code of the app, in the dialogs that ask for them. */
export const confirm = async (page: Page, { nextCode }: Sender) => {
  await expect(page.getByRole('dialog', { name: 'Confirm with your PIN' })).toBeVisible()
  await page.keyboard.type(pin)
  const codeDialog = page.getByRole('dialog', { name: 'Confirm with your 2FA code' })
  await codeDialog.getByLabel('2FA code').fill(await nextCode())
}

export const transfersOf = async (page: Page): Promise<Transfer[]> => callAs(page, 'GET', listTransfers.path)

/** An address of the book whose waiting time is over. */
export const saveAddress = async (page: Page, sender: Sender, address: string) => {
  await actAs(page, sender, addAddress, { address, label: '' })
  await letTimePass('new addresses', { of: sender.person.username })
}
