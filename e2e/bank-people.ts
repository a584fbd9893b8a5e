import { randomInt, randomUUID } from 'node:crypto'
import { downloadPaymentFile, exportPayments } from '@ingot/endpoints/bank'
import { addBankAccount, listBankAccounts } from '@ingot/endpoints/bank-accounts'
import type { BankAccount, Payout, Remittance } from '@ingot/endpoints/bank-fields'
import { decideQueued, listQueue } from '@ingot/endpoints/desk'
import { readPayout } from '@ingot/endpoints/payouts'
import { announceRemittance, readRemittance } from '@ingot/endpoints/remittances'
import { sendUpload } from '@ingot/endpoints/uploads'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Browser, expect, type Page } from '@playwright/test'
import type { Operator } from './operators.ts'
import { letTimePass } from './passing-time.ts'
import { stackOfRun } from './people.ts'
import { actAs, makeSender, pin, type Sender } from './senders.ts'
import { callAs } from './traders.ts'

export const bankOfRun = () => sandboxClient(stackOfRun.sandbox).bank

/** On a busy machine a statement takes its time. */
export const bankPatience = { timeout: 90_000 }

/** A German number that nobody else has, with its check digits. */
export const newIban = (): string => {
  const own = `3704004${String(randomInt(10 ** 11)).padStart(11, '0')}`
  const check = 98n - (BigInt(`${own}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${own}`
}

/** A page of the bank's, as far as anybody here looks at it. */
export const bankPaper = {
  name: 'statement.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\na statement\n%%EOF\n`),
}

/** The name that everybody here is verified under. */
export const ownName = 'Ada Lovelace'

/** Somebody of one's own, with PIN and 2FA, in a window of his own. */
export const openBanker = async (browser: Browser, name: string, told: Parameters<typeof makeSender>[2] = {}) => {
  const sender = await makeSender(browser, name, told)
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState: sender.state })
  const page = await context.newPage()
  await page.goto('/test')
  return { sender, context, page }
}

/** Types PIN and code where they are asked for. */
export const proveOnPage = async (page: Page, { nextCode }: Sender) => {
  await expect(page.getByRole('dialog', { name: 'Confirm with your PIN' })).toBeVisible()
  await page.keyboard.type(pin)
  await expect(page.getByRole('dialog', { name: 'Confirm with your 2FA code' })).toBeVisible()
  await page.keyboard.type(await nextCode())
}

export const accountOf = async (page: Page): Promise<BankAccount> =>
  (await callAs(page, 'GET', listBankAccounts.path)).accounts[0]

type Waiting = { id: string; customer: { username: string } | null }

/** Decides about what one customer has waiting in a queue. */
export const decideFor = async (
  { page }: Operator,
  queue: string,
  { person }: Sender,
  action: string,
): Promise<void> => {
  const path = listQueue.path.replace(':queue', queue)
  const waiting: Waiting[] = await callAs(page, 'GET', path)
  const item = waiting.find(({ customer }) => customer?.username === person.username)
  if (!item) throw new Error(`${person.username} has nothing in the queue ${queue}`)
  const data = { action, reason: 'I have looked at it' }
  const address = decideQueued.path.replace(':queue', queue).replace(':id', encodeURIComponent(item.id))
  await callAs(page, 'POST', address, { data })
}

/** A verified account that money may go to, without the page: that is another journey. */
export const beBanked = async (page: Page, sender: Sender, operator: Operator, iban: string): Promise<BankAccount> => {
  const upload = await callAs(page, 'POST', sendUpload.path, { multipart: { kind: 'bank-statement', file: bankPaper } })
  const proof = { kind: 'statement', upload: upload.id }
  await actAs(page, sender, addBankAccount, { holder: ownName, account: { iban }, proof })
  await decideFor(operator, 'bank-accounts', sender, 'verify-bank-account')
  await letTimePass('new bank accounts', { of: sender.person.username })
  return accountOf(page)
}

/** Announces without the page, and lets the bank send it under its reference. */
export const remit = async (
  page: Page,
  { account, iban, amount }: { account: string; iban: string; amount: string },
) => {
  const headers = { 'idempotency-key': randomUUID() }
  const made: Remittance = await callAs(page, 'POST', announceRemittance.path, { data: { amount, account }, headers })
  const [credit] = await sendFor(made, iban, amount)
  return { id: made.id, credit: credit?.id ?? '' }
}

/** As the customer's bank sends it, in his own name. */
export const sendFor = ({ instructions }: Remittance, iban: string, amount: string) =>
  bankOfRun().send({
    name: ownName,
    account: iban,
    amount,
    reference: instructions?.reference.replaceAll(' ', '') ?? '',
  })

export const remittanceOf = (page: Page, id: string): Promise<Remittance> =>
  callAs(page, 'GET', readRemittance.path.replace(':id', id))

/** Waits until the bank's statement has brought it, and lets the minute pass after which the worker books it. */
export const beReceived = async (page: Page, id: string) => {
  await expect.poll(async () => (await remittanceOf(page, id)).state, bankPatience).not.toBe('Announced')
  await letTimePass('booking of remittances')
}

export const payoutOf = (page: Page, id: string): Promise<Payout> =>
  callAs(page, 'GET', readPayout.path.replace(':id', id))

/** Puts what is ready into a file, and hands it to the bank. */
export const sendPayments = async ({ page, person, code }: Operator): Promise<void> => {
  const data = { password: person.password, inputCode: await code(), reason: 'The daily file' }
  const headers = { 'idempotency-key': randomUUID() }
  const file: { id: string } = await callAs(page, 'POST', exportPayments.path, { data, headers })
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const address = `/api${downloadPaymentFile.path.replace(':id', file.id)}`
  const answer = await page.request.get(address, { headers: { authorization: `Bearer ${token}` } })
  await bankOfRun().pay(await answer.text())
}
