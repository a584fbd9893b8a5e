import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { listBars, type VaultBar } from '@ingot/endpoints/vault'
import { labelOfWithdrawal, packWithdrawal, sendWithdrawal } from '@ingot/endpoints/withdrawal-desk'
import type { Withdrawal, WithdrawalChoice, WithdrawalDetails } from '@ingot/endpoints/withdrawal-fields'
import { chooseBars, readWithdrawal, readWithdrawalOffer, requestWithdrawal } from '@ingot/endpoints/withdrawals'
import { type Browser, expect, type Page } from '@playwright/test'
import { decideFor, openBanker } from './bank-people.ts'
import type { Operator } from './operators.ts'
import { letTimePass } from './passing-time.ts'
import { buyQmgt } from './savers.ts'
import { actAs, beFunded, type Sender } from './senders.ts'
import { callAs } from './traders.ts'

/** Somebody with PIN, 2FA, dollars and gold that was bought long enough ago to leave the vault. */
export const openWithdrawer = async (browser: Browser, grams: string) => {
  const opened = await openBanker(browser, 'withdrawer')
  await beFunded(opened.page)
  await buyQmgt(opened.page, grams)
  await letADayPass(opened.sender)
  return opened
}

export const letADayPass = ({ person }: Sender) => letTimePass('day since gold was bought', { of: person.username })

type Offer = {
  bars: { size: string; left: number }[]
  sources: { asset: string; grams: string }[]
  choice: WithdrawalChoice | null
}

export const offerOf = (page: Page): Promise<Offer> => callAs(page, 'GET', readWithdrawalOffer.path)

/** How many of a size can be had. */
export const leftOf = async (page: Page, size: string): Promise<number> =>
  (await offerOf(page)).bars.find((bar) => bar.size === size)?.left ?? 0

export const chooseAs = (page: Page, wanted: object): Promise<WithdrawalChoice> =>
  callAs(page, 'POST', chooseBars.path, { data: wanted })

/** Asks for bars without the page: that is another journey. */
export const requestAs = async (page: Page, sender: Sender, wanted: object): Promise<Withdrawal[]> => {
  const { id } = await chooseAs(page, wanted)
  return actAs(page, sender, requestWithdrawal, { choice: id })
}

export const withdrawalOf = (page: Page, id: string): Promise<WithdrawalDetails> =>
  callAs(page, 'GET', readWithdrawal.path.replace(':id', id))

/** Does something with one withdrawal as an operator. */
export const doAt = ({ page }: Operator, endpoint: Endpoint, id: string, data: object = {}): Promise<Withdrawal> =>
  callAs(page, 'POST', endpoint.path.replace(':id', id), { data, headers: { 'idempotency-key': randomUUID() } })

export const approveFor = (operator: Operator, sender: Sender) =>
  decideFor(operator, 'withdrawals', sender, 'approve-withdrawal')

/** By the serials of its bars, with password and code. */
export const pack = async (operator: Operator, { id, bars }: Pick<Withdrawal, 'id' | 'bars'>) =>
  doAt(operator, packWithdrawal, id, {
    serials: bars.map(({ serial }) => serial),
    password: operator.person.password,
    inputCode: await operator.code(),
  })

/** Gives it to the carrier under a number of its own. */
export const send = (operator: Operator, id: string) =>
  doAt(operator, sendWithdrawal, id, { tracking: `EZ${randomUUID().replaceAll('-', '').slice(0, 14)}` })

/** Where the code on the label leads to. */
export const doorOf = async ({ page }: Operator, id: string): Promise<string> => {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const answer = await page.request.get(`/api${labelOfWithdrawal.path.replace(':id', id)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const link = /\/URI \((\S+\/parcel\/[\w-]+)\)/.exec((await answer.body()).toString('latin1'))?.[1]
  if (link === undefined) throw new Error('the label leads nowhere')
  return new URL(link).pathname
}

/** A bar as the register has it now. */
export const barBySerial = async ({ page }: Operator, serial: string): Promise<VaultBar | undefined> => {
  const found: VaultBar[] = await callAs(page, 'GET', `${listBars.path}?search=${encodeURIComponent(serial)}`)
  return found.find((bar) => bar.serial === serial)
}

/** The page asks again, but not at once. */
export const expectStanding = (page: Page, text: string | RegExp) =>
  expect(async () => {
    await page.reload()
    await expect(page.getByRole('region', { name: 'How it stands' })).toContainText(text, { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
