import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoPeople } from '@ingot/api/features/identity/demo-people'
import { hasPeople } from '@ingot/api/features/identity/store'
import { createOperator } from '@ingot/api/features/people/operators'
import { connect } from '@ingot/db/connect'
import { readInfo } from '@ingot/endpoints/account'
import { acceptTexts, readConsents } from '@ingot/endpoints/consents'
import { setPin } from '@ingot/endpoints/credentials'
import { sandboxClient } from '@ingot/sandbox/client'
import { askForAccount, type Customer, enter, openFirstMail, type Person, Refused } from './front-door.ts'
import { seedAnnouncements } from './seed-announcements.ts'
import { bankStory, leaveForToday } from './seed-bank.ts'
import { seedHouse } from './seed-house.ts'
import { buyForPlans, catchUp } from './seed-plans.ts'
import { becomesVerified, seedTrades } from './seed-trades.ts'
import { type StoryTransfer, saveAddress, transfer } from './seed-wallet.ts'
import type { Stack } from './stack.ts'
import { noStory, openStoryClock, type StoryClock } from './story-clock.ts'

type Demo = {
  customerPassword: string
  pin: string
  /** Missing where the file was written before there was a friend. */
  friendPassword?: string
  operatorPassword: string
  /** Missing where the file was written before there was a second one. */
  secondPassword?: string
  /** Everything was done; what its owner does with it since then is left alone. */
  complete?: boolean
}

const { customer, friend, operator, second } = demoPeople

type SeededStack = Pick<Stack, 'databaseUrl' | 'ownerUrl' | 'portal' | 'sandbox' | 'chain' | 'settings'>

/**
 * What a first look needs: a house that can trade, and people to look around with. It is no reason not to run: what could
 * not be made is told in a sentence, and the next start goes on where this one ended.
 */
export const seed = async (
  stack: SeededStack,
  data: string,
  tell: (line: string) => void,
  /** Whether the stack has to stop meanwhile: then the next start goes on from the same day. */
  isEnding = () => false,
): Promise<Record<string, string>> => {
  let clock = noStory
  try {
    clock = await openStoryClock(stack)
    await seedHouse(stack)
    return await seedPeople(stack, data, clock)
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    tell(
      `The demo people could not be created: ${why.replace(/\.$/, '')}; the portal runs without them, and the next start continues from there.`,
    )
    return {}
  } finally {
    // Whatever became of the story: whoever looks at the portal from now on does so today.
    const goOn =
      isEnding() || clock === noStory ? undefined : clock.goToPresent().then(() => comeToday(stack, data, clock))
    await goOn?.catch((error) => tell(`The demonstration could not be brought to today: ${error.message}`))
  }
}

/** What belongs to the day on which somebody looks. */
const comeToday = async (stack: SeededStack, data: string, clock: StoryClock) => {
  await catchUp(stack, clock)
  const { sandbox, portal } = stack
  if (!sandbox) return
  await leaveForToday({ ...stack, sandbox, clock })
  const file = join(data, 'demo.json')
  if (!existsSync(file)) return
  const { customerPassword, friendPassword }: Demo = JSON.parse(readFileSync(file, 'utf8'))
  await acceptNewTexts(portal, { ...customer, password: customerPassword })
  if (friendPassword !== undefined) await acceptNewTexts(portal, { ...friend, password: friendPassword })
}

/** What came into force in the weeks that are told of was accepted by then: nobody begins with a question about it. */
const acceptNewTexts = async (portal: string, person: Person) => {
  const signedIn = await enter(portal, person)
  const { wanted } = (await signedIn.call(readConsents)).data
  const texts = wanted.map(({ name, version }) => ({ name, version }))
  if (texts.length > 0) await signedIn.call(acceptTexts, { body: { texts } })
}

/**
 * People to look around with, for the sandbox only. Their secrets are made up once and kept beside the data. Each step
 * looks before it acts, so that a start which was interrupted goes on where it ended.
 */
export const seedPeople = async (
  stack: SeededStack,
  data: string,
  clock = noStory,
): Promise<Record<string, string>> => {
  const { sandbox, databaseUrl } = stack
  const file = join(data, 'demo.json')
  if (!existsSync(file)) {
    if (!sandbox || (await withDatabase(databaseUrl, hasPeople))) return {}
    save(file, makeUp())
  }
  const demo: Demo = JSON.parse(readFileSync(file, 'utf8'))
  if (sandbox && !demo.complete) {
    const person = { ...customer, password: demo.customerPassword }
    const signedIn = await openAccount(stack.portal, sandbox, person)
    const { pinSet } = (await signedIn.call(readInfo)).data
    if (!pinSet) await signedIn.call(setPin, { body: { password: person.password, pin: demo.pin } })
    const { friendPassword } = demo
    const other =
      friendPassword === undefined
        ? undefined
        : await openAccount(stack.portal, sandbox, { ...friend, password: friendPassword })
    await withDatabase(databaseUrl, (db) => createOperators(db, demo))
    await seedAnnouncements(stack, clock)
    const surroundings = {
      ...{ sandbox, chain: stack.chain, pin: demo.pin, clock, friend: other },
      signIn: () => enter(stack.portal, person),
      saveAddress: () => saveAddress(stack, clock),
      transfer: (given: StoryTransfer) => transfer(stack, clock, given),
      runPlans: () => buyForPlans(stack, clock),
      bank: bankStory({ ...stack, sandbox, clock }),
    }
    if ((!other || (await becomesVerified(other))) && (await seedTrades(signedIn, surroundings)))
      save(file, { ...demo, complete: true })
  }
  return {
    Customer: `${customer.email}  ${demo.customerPassword}  PIN ${demo.pin}`,
    ...(demo.friendPassword && { Friend: `${friend.email}  ${demo.friendPassword}` }),
    Operator: `${operator.email}  ${demo.operatorPassword}`,
    ...(demo.secondPassword && { Second: `${second.email}  ${demo.secondPassword}` }),
  }
}

/** Two with different roles, who together can do everything. */
const createOperators = async (db: ReturnType<typeof connect>, { operatorPassword, secondPassword }: Demo) => {
  await createOperator(db, { ...operator, password: operatorPassword, roles: ['Owner', 'Vault', 'Finance', 'Support'] })
  if (secondPassword)
    await createOperator(db, {
      ...second,
      password: secondPassword,
      roles: ['Owner', 'Compliance', 'Finance', 'Vault'],
    })
}

const makeUp = (): Demo => ({
  customerPassword: `gold-${randomBytes(9).toString('base64url')}`,
  pin: `7${String(randomInt(10_000)).padStart(4, '0')}2`,
  friendPassword: `gold-${randomBytes(9).toString('base64url')}`,
  operatorPassword: `vault-${randomBytes(9).toString('base64url')}`,
  secondPassword: `vault-${randomBytes(9).toString('base64url')}`,
})

/** In one step: a file that was half written would lock everybody out. */
const save = (file: string, demo: Demo) => {
  writeFileSync(`${file}.new`, JSON.stringify(demo), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const withDatabase = async <T>(url: string, work: (db: ReturnType<typeof connect>) => Promise<T>) => {
  const db = connect(url, { part: 'seed', max: 1 })
  return work(db).finally(() => db.destroy())
}

/** Through the front door, as any customer would: register, open the mail, sign in, be verified. */
const openAccount = async (portal: string, sandbox: string, person: Person) => {
  const signedIn = (await tryToEnter(portal, person)) ?? (await register(portal, sandbox, person))
  const { kycVerified } = (await signedIn.call(readInfo)).data
  // The sandbox decides by itself some seconds later, and the wallet follows.
  if (kycVerified === 'Not Verified') await signedIn.handIn(sandbox)
  return signedIn
}

const tryToEnter = (portal: string, person: Person): Promise<Customer | undefined> =>
  enter(portal, person).catch((error) => {
    if (error instanceof Refused && error.status < 500 && error.status !== 429) return undefined
    throw error
  })

const register = async (portal: string, sandbox: string, person: Person) => {
  const { data: mails } = await sandboxClient(sandbox).mail.list({ to: person.email, limit: 1 })
  if (mails.length === 0) await askForAccount(portal, person)
  await openFirstMail(portal, sandbox, person)
  return enter(portal, person)
}
