import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@ingot/db/connect'
import { setPin } from '@ingot/endpoints/credentials'
import { readKycStatus } from '@ingot/endpoints/kyc'
import { readPrice } from '@ingot/endpoints/trade'
import { sandboxClient } from '@ingot/sandbox/client'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { askForAccount, type Customer, enter, openFirstMail, Refused } from './front-door.ts'
import { killNow, type openKillableStack } from './test-killable-stack.ts'
import { createRandom, seed, soakMinutes } from './test-random.ts'

// People who deal with a stack whose parts are killed.

export const pin = '274915'
export const patience = { timeout: 60_000, interval: 200 }

type Stack = Pick<Awaited<ReturnType<typeof openKillableStack>>, 'portal' | 'sandbox' | 'pids'>

/** Registers through the front door, sets a PIN, and is verified. */
export const openCustomer = async ({ portal, sandbox }: Stack, username: string): Promise<Customer> => {
  const person = { email: `${username}@people.example`, username, password: 'blue kettle walks home' }
  await askForAccount(portal, person)
  await openFirstMail(portal, sandbox, person)
  const customer = await enter(portal, person)
  await customer.call(setPin, { body: { password: person.password, pin } })
  await customer.handIn(sandbox)
  await expect.poll(async () => (await customer.call(readPrice)).data?.tradable, patience).toBe(true)
  const status = async () => (await customer.call(readKycStatus)).data.kycVerified
  await expect.poll(status, patience).toBe('Verified')
  return customer
}

/** Asks again until there is an answer: a server that was just killed comes back, and so does the reader of the price. */
export const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (const deadline = Date.now() + patience.timeout; ; await sleep(50))
    try {
      return await ask()
    } catch (error) {
      const isFinal = error instanceof Refused && error.status < 500 && error.reason !== 'PriceStale'
      if (isFinal || Date.now() > deadline) throw error
    }
}

/** What was done, or the name of what stood in its way. */
export const outcomeOf = <T>(ask: () => Promise<T>): Promise<T | string> =>
  answered(ask).catch((error) => {
    if (error instanceof Refused) return error.reason
    throw error
  })

export const moveThePrice = async ({ sandbox }: Stack, isOver: () => boolean) => {
  const random = createRandom(seed * 17)
  const { chain } = sandboxClient(sandbox)
  while (!isOver()) {
    await chain.setPrice(`${3_900 + random(200)}.${10 + random(90)}`)
    await sleep(300 + random(700))
  }
}

const mortal = ['chain', 'worker', 'api']
/** In a soak as many as there is time for. */
const mostDeaths = soakMinutes ? Number.POSITIVE_INFINITY : mortal.length

/** What a deal needs dies now and then, and comes back. In the end all of it is there. */
export const killParts = async (stack: Stack, isOver: () => boolean) => {
  const random = createRandom(seed * 7)
  for (let death = 0; death < mostDeaths; death++) {
    await sleep(soakMinutes ? 8_000 + random(8_000) : 200 + random(400))
    if (isOver()) break
    killNow((await stack.pids())[mortal[death % mortal.length] ?? ''])
  }
  await answered(() => fetch(`${stack.portal}/api/health`))
}

/** What the house has taken in fees, of the assets that are named. */
export const feesOf = async <A extends string>(db: Db, assets: readonly A[]): Promise<Record<A, bigint>> => {
  const { rows } = await sql<{ asset: A; units: string }>`
    select m.asset, sum(m.units) as units from ledger_moves m join ledger_accounts t on t.id = m.target
    where t.owner = 'house' and t.purpose = 'fees' group by m.asset`.execute(db)
  const of = (asset: A) => BigInt(rows.find((row) => row.asset === asset)?.units ?? 0)
  return Object.fromEntries(assets.map((asset) => [asset, of(asset)])) as Record<A, bigint>
}
