import { randomUUID } from 'node:crypto'
import { aimOf } from '@ingot/endpoints/aim'
import {
  checkPendingTwoFactor,
  enableTwoFactor,
  generateTwoFactor,
  setPin,
  verifyPin,
} from '@ingot/endpoints/credentials'
import { makeQuote, swap } from '@ingot/endpoints/trade'
import { listTransfers } from '@ingot/endpoints/wallet'
import type { Transfer } from '@ingot/endpoints/wallet-fields'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import {
  markVerified,
  newPerson,
  type PersonInTest,
  registerPerson,
  signIn,
  stackOfRun,
  writeToDatabase,
} from './people.ts'
import { balanceOf, beVerified, callAs, walletOf } from './traders.ts'

const pin = '274915'
const codeSeconds = 30

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Somebody who can send: verified, with PIN and 2FA that hold nothing because they are his first, and his app. */
export type Sender = { person: PersonInTest; state: State; nextCode: () => Promise<string> }

/**
 * Codes without waiting for the clock: that the last one was used is forgotten before each. It is the one that comes
 * next, which is still right when half a minute ends in between.
 */
const appOf = (secret: string, username: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return async (): Promise<string> => {
    await writeToDatabase(stackOfRun, 'update customers set totp_last_step = null where username = $1', [username])
    return totp.generate({ timestamp: Date.now() + codeSeconds * 1000 })
  }
}

const enrol = async (page: Page, { username, password }: PersonInTest) => {
  await callAs(page, 'POST', setPin.path, { data: { password, pin } })
  const { secret }: { secret: string } = await callAs(page, 'POST', generateTwoFactor.path)
  const nextCode = appOf(secret, username)
  await callAs(page, 'POST', checkPendingTwoFactor.path, { data: { secret, token: await nextCode() } })
  await callAs(page, 'POST', enableTwoFactor.path, { data: { mfaSecret: secret } })
  return nextCode
}

/** One of one's own, for tests whose sender must not be met by others: he is frozen, or his list is counted. */
export const makeSender = async (browser: Browser): Promise<Sender> => {
  const person = await registerPerson(stackOfRun, newPerson('sender'))
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  await signIn(page, person)
  await expect(page).toHaveURL('/Registration/security')
  const nextCode = await enrol(page, person)
  await beVerified(page, person.username)
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

const makeReceiver = async () => {
  const person = await registerPerson(stackOfRun, newPerson('receiver'))
  await markVerified(stackOfRun, person)
  return person
}

/** Another customer, who only receives. */
export const theReceiver = (): Promise<PersonInTest> => {
  receiver ??= makeReceiver()
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

/** PIN, then the code of the app, in the dialogs that ask for them. */
export const confirm = async (page: Page, { nextCode }: Sender) => {
  await expect(page.getByRole('dialog', { name: 'Confirm with your PIN' })).toBeVisible()
  await page.keyboard.type(pin)
  const codeDialog = page.getByRole('dialog', { name: 'Two-factor code' })
  await codeDialog.getByLabel('2FA code').fill(await nextCode())
}

export const transfersOf = async (page: Page): Promise<Transfer[]> => callAs(page, 'GET', listTransfers.path)

/** An address of the book whose waiting time is over. */
export const saveAddress = ({ username }: PersonInTest, address: string) =>
  writeToDatabase(
    stackOfRun,
    `insert into wallet_outside_addresses (customer, address, label, added_at, usable_from)
     select id, $2, '', now(), now() - interval '1 minute' from customers where username = $1`,
    [username, address],
  )

/** As if the waiting time of every address in the book were over. */
export const letAddressesAge = ({ username }: PersonInTest) =>
  writeToDatabase(
    stackOfRun,
    `update wallet_outside_addresses set usable_from = now() - interval '1 minute'
     where customer = (select id from customers where username = $1)`,
    [username],
  )
