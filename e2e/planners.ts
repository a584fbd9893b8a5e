import { listDues, makePlan, type Plan, type PlanDue, readPlan } from '@ingot/endpoints/plans'
import { readPrice } from '@ingot/endpoints/trade'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { letTimePass } from './passing-time.ts'
import { newPerson, stackOfRun } from './people.ts'
import { callAs, callWithPin, makeTrader } from './traders.ts'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

const planner = newPerson('planner')
export const plannerMail = planner.email
let made: Promise<State> | undefined

/** Somebody with dollars who has plans; made once for the tests that run one after the other. */
export const openAsPlanner = async (browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) => {
  made ??= makeTrader(browser, planner)
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState: await made, ...options })
  const page = await context.newPage()
  await page.goto('/test')
  return { context, page }
}

/** Makes a plan without the page: that is another journey. */
export const planAs = (page: Page, data: object): Promise<Plan> => callWithPin(page, makePlan, data)

export const planOf = (page: Page, id: string): Promise<Plan> => callAs(page, 'GET', readPlan.path.replace(':id', id))

const duesOf = (page: Page, id: string): Promise<PlanDue[]> => callAs(page, 'GET', listDues.path.replace(':id', id))

/** Plans buy while gold is traded; on a weekend a date waits for the market, and so do journeys. */
export const isGoldTraded = async (page: Page): Promise<boolean> =>
  (await callAs(page, 'GET', readPrice.path))?.state === 'open'

/** The next date of a plan comes, and the worker does what is to be done. Says what became of it. */
export const letDateCome = async (page: Page, id: string): Promise<PlanDue> => {
  const next = (await planOf(page, id)).next?.id
  await letTimePass('date of a plan', { of: id })
  const found = async () => (await duesOf(page, id)).find((due) => due.id === next)
  await expect.poll(async () => (await found())?.state, { timeout: 60_000 }).not.toBe('Due')
  const due = await found()
  if (!due) throw new Error('the date of the plan is gone')
  return due
}
