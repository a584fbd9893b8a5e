import { readInfo } from '@ingot/endpoints/account'
import { beginStake, listStakes, readStaking } from '@ingot/endpoints/staking'
import type { Stake, Staking } from '@ingot/endpoints/staking-fields'
import { type Browser, expect, type Page } from '@playwright/test'
import { letTimePass } from './passing-time.ts'
import { newPerson, type PersonInTest, registerPerson, stackOfRun } from './people.ts'
import { callAs, callWithPin, makeTrader } from './traders.ts'
import { applicantOf } from './verified-people.ts'

/** Until the worker has looked. */
const patience = { timeout: 30_000, intervals: [500] }

/** Somebody with dollars and nobody brought yet, in a window of his own. */
export const openStaker = async (browser: Browser) => {
  const person = newPerson('staker')
  const storageState = await makeTrader(browser, person)
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState })
  const page = await context.newPage()
  await page.goto('/test')
  return { person, page }
}

/** Somebody whom this customer brought is verified. */
export const bringSomebody = async (page: Page) => {
  const { refCode } = await callAs(page, 'GET', readInfo.path)
  const brought = await registerPerson(stackOfRun, newPerson('brought'), { referralCode: refCode })
  await (await applicantOf(stackOfRun, brought)).pass()
}

export const stakingOf = (page: Page): Promise<Staking> => callAs(page, 'GET', readStaking.path)

export const stakesOf = (page: Page): Promise<Stake[]> => callAs(page, 'GET', listStakes.path)

/** Begins one without the page: that is another journey. */
export const beginAs = (page: Page, amount: string): Promise<Stake> => callWithPin(page, beginStake, { amount })

/** So many days later, on the page as it is then. */
export const letDaysPass = async (page: Page, { username }: PersonInTest, days: number) => {
  await letTimePass('days of stakes', { of: username, days })
  await page.reload()
}

/** What is over by now ends by itself. */
export const waitForStates = async (page: Page, ids: readonly string[], state: Stake['state']) => {
  await letTimePass('end of stakes')
  const states = async () => (await stakesOf(page)).filter(({ id }) => ids.includes(id)).map((stake) => stake.state)
  await expect.poll(states, patience).toEqual(ids.map(() => state))
}
