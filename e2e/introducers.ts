import { readInfo } from '@ingot/endpoints/account'
import type { Bundle, Reward, RewardState } from '@ingot/endpoints/reward-fields'
import { listRewards, readRewardSums } from '@ingot/endpoints/rewards'
import { type Browser, expect, type Page } from '@playwright/test'
import { letTimePass } from './passing-time.ts'
import { mailTo, newPerson, type PersonInTest, registerPerson, stackOfRun } from './people.ts'
import { becomeTrader, callAs, type makeTrader } from './traders.ts'

/** Until the worker has looked. */
const patience = { timeout: 60_000, intervals: [500] }

let made = 0

/** Papers and a phone of one's own: a reward for somebody with the same ones would be held. */
const ownPapers = () => {
  const number = String(process.pid * 100 + ++made).padStart(9, '7')
  return { idNumber: `L${number}`, mobilePhone: `+44 20 ${number.slice(-8, -4)} ${number.slice(-4)}` }
}

const openAs = async (browser: Browser, storageState: Awaited<ReturnType<typeof makeTrader>>) => {
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState })
  const page = await context.newPage()
  await page.goto('/test')
  return page
}

/** Somebody who has brought nobody yet, in a window of his own. */
export const openIntroducer = async (browser: Browser) => {
  const person = await registerPerson(stackOfRun, newPerson('introducer'))
  const papers = ownPapers()
  return { person, papers, page: await openAs(browser, await becomeTrader(browser, person, papers)) }
}

/** Opens the link as somebody who was sent it. */
const openLink = async (page: Page, refCode: string) => {
  await letTimePass('tries')
  await page.goto(`/register?ref=${refCode}`)
}

/** Registers there. */
export const registerByLink = async (page: Page, person: PersonInTest) => {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel(/I have read and accept/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail')
  // The mail has the link and the code.
  const mail = await mailTo(stackOfRun, person.email)
  await page.getByLabel('six-digit code').fill(mail.code)
  await page.getByRole('button', { name: 'Verify with code' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your e-mail address is verified')
}

/** Somebody comes by this customer's link, is verified and has dollars; with papers and a phone of his own, unless told. */
export const openBrought = async (browser: Browser, introducer: Page, told: { mobilePhone?: string } = {}) => {
  const { refCode } = await callAs(introducer, 'GET', readInfo.path)
  const person = newPerson('brought')
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  await openLink(page, refCode)
  await registerByLink(page, person)
  await context.close()
  return { person, page: await openAs(browser, await becomeTrader(browser, person, { ...ownPapers(), ...told })) }
}

const rewardsOf = (page: Page): Promise<Reward[]> => callAs(page, 'GET', listRewards.path)

export const bundleOf = async (page: Page, asset: string): Promise<Bundle> => {
  const { bundles }: { bundles: Bundle[] } = await callAs(page, 'GET', readRewardSums.path)
  const found = bundles.find((bundle) => bundle.asset === asset)
  if (!found) throw new Error(`there are no rewards in ${asset}`)
  return found
}

/** Until the newest rewards, as many as are named, are in these states. */
export const waitForRewards = async (page: Page, states: readonly RewardState[]) => {
  const now = async () => {
    await letTimePass('look at fees')
    return (await rewardsOf(page)).slice(0, states.length).map(({ state }) => state)
  }
  await expect.poll(now, patience).toEqual(states)
}

/** So many days later. */
export const letRewardDaysPass = ({ username }: PersonInTest, days: number) =>
  letTimePass('days of rewards', { of: username, days })
