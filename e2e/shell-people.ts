import { type Browser, expect, type Page } from '@playwright/test'
import { enrol, newPerson, type PersonInTest, registerPerson, signIn, stackOfRun } from './people.ts'
import { createOperator } from './stack-parts.ts'
import { uplinePerson, verifiedPerson } from './verified-people.ts'

/** Everybody the frame looks different for. */
export const kinds = ['visitor', 'customer', 'verified', 'upline', 'operator'] as const

export type Kind = (typeof kinds)[number]

export const isVerified = (kind: Kind) => kind === 'verified' || kind === 'upline'

const newOf: Record<Exclude<Kind, 'visitor'>, () => Promise<PersonInTest>> = {
  customer: () => registerPerson(stackOfRun, newPerson('customer')),
  verified: () => verifiedPerson(stackOfRun, 'verified'),
  // Whoever has brought one person has a rank, too.
  upline: () => uplinePerson(stackOfRun, 'upline'),
  // Another one than the operator of the run, whose own journey begins without 2FA.
  operator: () => createOperator(newPerson('operator')),
}

const become = async (browser: Browser, kind: Exclude<Kind, 'visitor'>) => {
  const person = await newOf[kind]()
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  await signIn(page, person)
  if (kind === 'operator') await enrol(page, person)
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
