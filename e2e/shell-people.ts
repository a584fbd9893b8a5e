import { type Browser, expect, type Page } from '@playwright/test'
import {
  authenticator,
  markUpline,
  markVerified,
  newPerson,
  type PersonInTest,
  registerPerson,
  signIn,
  stackOfRun,
  writeToDatabase,
} from './people.ts'

/** Everybody the frame looks different for. */
export const kinds = ['visitor', 'customer', 'verified', 'ranked', 'upline', 'operator'] as const

export type Kind = (typeof kinds)[number]

export const isVerified = (kind: Kind) => kind === 'verified' || kind === 'ranked' || kind === 'upline'

const makeInto: Record<Exclude<Kind, 'visitor'>, (person: PersonInTest) => Promise<void>> = {
  customer: async () => undefined,
  verified: (person) => markVerified(stackOfRun, person),
  ranked: async (person) => {
    await markVerified(stackOfRun, person)
    const statement = `update customers set customer_rank = 'Introducer' where username = $1`
    await writeToDatabase(stackOfRun, statement, [person.username])
  },
  upline: async (person) => {
    await markVerified(stackOfRun, person)
    await markUpline(stackOfRun, person)
  },
  // Another one than the operator of the run, whose own journey begins without 2FA.
  operator: ({ username }) =>
    writeToDatabase(stackOfRun, `update customers set role = 'operator' where username = $1`, [username]),
}

const enrol = async (page: Page) => {
  await page.getByRole('button', { name: 'Begin' }).click()
  const code = authenticator((await page.locator('code').textContent()) ?? '')
  await page.getByLabel('Code from the app').fill(await code())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('I have saved them').click()
  await page.getByRole('button', { name: 'Done' }).click()
}

const become = async (browser: Browser, kind: Exclude<Kind, 'visitor'>) => {
  const person = await registerPerson(stackOfRun, newPerson(kind))
  await makeInto[kind](person)
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  await signIn(page, person)
  if (kind === 'operator') await enrol(page)
  await expect(page).not.toHaveURL(/signin/)
  const state = await context.storageState()
  await context.close()
  return { person, state }
}

const known = new Map<Kind, ReturnType<typeof become>>()

/** A page of somebody's own, at a width; each kind signs in once. */
export const openAs = async (
  browser: Browser,
  kind: Kind,
  {
    width = 1440,
    height = 900,
    ...more
  }: { width?: number; height?: number } & Parameters<Browser['newContext']>[0] = {},
) => {
  const made = kind === 'visitor' ? undefined : (known.get(kind) ?? become(browser, kind))
  if (made) known.set(kind, made)
  const someone = await made
  const context = await browser.newContext({
    baseURL: stackOfRun.portal,
    viewport: { width, height },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(someone && { storageState: someone.state }),
    ...more,
  })
  const page = await context.newPage()
  return { context, page, username: someone?.person.username ?? '' }
}

/** The address that the server gives, as a page would read it. */
export const addressOf = async (page: Page): Promise<string> => {
  const answer = await page.waitForResponse('**/api/getAccountAddress/*')
  return ((await answer.json()) as { data: string }).data
}
