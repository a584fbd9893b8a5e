import { setTimeout as sleep } from 'node:timers/promises'
import { readInfo } from '@ingot/endpoints/account'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { openApplicant, readKycStatus, submitPersonalInfo } from '@ingot/endpoints/kyc'
import { sandboxClient } from '@ingot/sandbox/client'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { RouteGate } from '../web/src/app/route-table.ts'
import { enrol, enter, newPerson, type PersonInTest, registerPerson, type StackUnderTest, signIn } from './people.ts'
import { createOperator } from './stack-parts.ts'

export const personalText = {
  firstName: 'Ada',
  middleName: '',
  lastName: 'Lovelace',
  auth: 'true',
  employeeName: 'Analytical Engines',
  annualIncome: '42000',
  dateOfBirth: '1985-02-05',
  address: '12 St James’s Square',
  city: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'GB',
  citizenship: 'GB',
  currency: 'GBP',
  idType: 'PASSPORT',
  motherMaidenName: '',
  incomeTaxNo: '',
  idNumber: '123456789',
  industry: '',
  occupation: 'Engineer',
  sourceOfIncome: 'Salary',
  mobilePhone: '+44 20 7946 0018',
  altPhoneNumber: '',
  faxNo: '',
  maritalStatus: 'Married',
  gender: 'Female',
}

/** Whoever is signed in without a browser. */
export type Caller = Pick<Awaited<ReturnType<typeof enter>>, 'call'>

type KycStatus = ReplyOf<typeof readKycStatus>['data']['kycVerified']

const statusPatience = 90_000

/** Somebody’s way through identity verification, without a browser. Everybody tells the same, but for what is given. */
export const applicantOf = async (
  stack: StackUnderTest,
  person: PersonInTest,
  told: Partial<typeof personalText> = {},
) => {
  const { call, xsrf, leave } = await enter(stack, person)
  const { kyc } = sandboxClient(stack.sandbox)
  /** Personal information and documents, as the page and the provider’s frame would. */
  const handIn = async () => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ ...personalText, ...told })) form.set(field, value)
    await call(submitPersonalInfo, { body: form })
    const page = await (await fetch(stack.portal)).text()
    const bearer = /"kycClientToken":"([^"]*)"/.exec(page)?.[1]
    const headers = { authorization: `Bearer ${bearer}`, 'x-xsrf-token': xsrf }
    const { data } = await call(openApplicant, { body: { username: person.username }, headers })
    await kyc.handIn(data.token)
  }
  const decide = async (verdict: Parameters<typeof kyc.decide>[1]) => {
    const { id } = (await call(readInfo)).data
    const [applicant] = await kyc.applicants({ externalUserId: id })
    if (!applicant) throw new Error('the provider does not know this person')
    await kyc.decide(applicant.id, verdict)
  }
  const becomes = async (wanted: KycStatus) => {
    const status = async () => (await call(readKycStatus)).data.kycVerified
    for (const until = Date.now() + statusPatience; (await status()) !== wanted; await sleep(250))
      if (Date.now() > until) throw new Error(`${person.username} did not become ${wanted}`)
  }
  /** All the way to a wallet. */
  const pass = async () => {
    await handIn()
    await decide({ reviewAnswer: 'GREEN' })
    await becomes('Verified')
    await leave()
  }
  return { call, handIn, decide, becomes, pass }
}

const bePassed = async (stack: StackUnderTest, person: PersonInTest) => {
  const applicant = await applicantOf(stack, person)
  await applicant.pass()
  return person
}

/** Somebody new who is verified and has a wallet, and neither PIN nor 2FA. */
export const verifiedPerson = async (stack: StackUnderTest, name = 'guest') =>
  bePassed(stack, await registerPerson(stack, newPerson(name)))

/** The same, who has brought another one. */
export const uplinePerson = async (stack: StackUnderTest, name = 'guest') => {
  const person = await verifiedPerson(stack, name)
  const { call, leave } = await enter(stack, person)
  const { refCode } = (await call(readInfo)).data
  await leave()
  await bePassed(stack, await registerPerson(stack, newPerson('brought'), { referralCode: refCode }))
  return person
}

const personBehind = (stack: StackUnderTest, gate: RouteGate) => {
  if (gate === 'upline') return uplinePerson(stack)
  return gate === 'verified' ? verifiedPerson(stack) : registerPerson(stack)
}

export type State = Awaited<ReturnType<BrowserContext['storageState']>>

const states = new Map<RouteGate, Promise<State>>()

/** What a browser has kept of somebody who has logged in with it. */
export const stateOf = async (
  browser: Browser,
  portal: string,
  person: PersonInTest,
  /** What has to be done on the way in. */
  onTheWay: (page: Page, person: PersonInTest) => Promise<unknown> = async () => undefined,
): Promise<State> => {
  const context = await browser.newContext({ baseURL: portal })
  const page = await context.newPage()
  await signIn(page, person)
  await onTheWay(page, person)
  await page.waitForURL((url) => url.pathname !== '/signin')
  const state = await context.storageState()
  await context.close()
  return state
}

/** What a browser has kept of somebody for whom a gate is open; made once, and nothing for a visitor. */
export const stateBehind = async (browser: Browser, stack: StackUnderTest, gate: RouteGate) => {
  if (gate === 'public') return undefined
  const make = async () =>
    gate === 'operator'
      ? stateOf(browser, stack.portal, await createOperator(newPerson('operator')), enrol)
      : stateOf(browser, stack.portal, await personBehind(stack, gate))
  const known = states.get(gate) ?? make()
  states.set(gate, known)
  return known
}
