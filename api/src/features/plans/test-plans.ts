import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { openTestWorker } from '@ingot/db/test-jobs'
import * as calls from '@ingot/endpoints/plans'
import { sql } from 'kysely'
import { policy } from '../../policy.ts'
import { awakeCalls } from '../holdings/test-awake.ts'
import { createHouse } from '../holdings/test-holdings.ts'
import { isMarketOpen } from '../trade/market.ts'
import { hundredAGram } from '../trade/test-market.ts'
import { planJobs } from './jobs.ts'
import { runPlans } from './running.ts'

export type PlanHouse = Awaited<ReturnType<typeof createPlanHouse>>
export type Planner = Awaited<ReturnType<PlanHouse['newPlanner']>>

/** A weekly plan of 20 dollars in GAE, on Wednesdays by UTC. */
const usual = { product: 'GAE', payWith: 'USDT', amount: '20', every: 'week', on: 3, zone: 'UTC' } as const

/** For tests: people who save by plans, with a clock that is moved, and gold at 100 dollars a gram. */
export const createPlanHouse = async () => {
  const house = await createHouse()
  const { config, db, log, outbox, now } = house
  const deps = { config, db, log, outbox, now }
  const [, mails] = planJobs({ ...deps, mailer: house.mailer })
  const worker = await openTestWorker(house.databaseUrl, mails ? [mails] : [])

  /** Moves the clock to a moment. While the market is open there is a price of that moment. */
  const goTo = async (at: string, price = hundredAGram) => {
    const isOpen = isMarketOpen(new Date(at))
    // To read a price takes so long.
    house.passTime(new Date(at).getTime() - now().getTime() - (isOpen ? 2 * policy.price.cacheMilliseconds : 0))
    if (isOpen) await house.setPrice(price)
  }
  const run = () => runPlans(deps)
  /** What the worker does at a moment. */
  const runAt = async (at: string, price?: string) => {
    await goTo(at, price)
    return run()
  }

  const newPlanner = async (username: string, balances: Parameters<typeof house.newSaver>[1] = {}) => {
    const saver = await house.newSaver(username, balances)
    const { awake, proven, posted, read } = awakeCalls(saver, username)
    return {
      ...saver,
      awake,
      make: (more: object = {}, key?: string) => proven(calls.makePlan, { body: { ...usual, ...more } }, key),
      change: (id: string, more: object = {}, key?: string) => {
        const { product: _, ...terms } = usual
        return proven(calls.changePlan, { params: { id }, body: { ...terms, ...more } }, key)
      },
      pause: (id: string) => posted(`/plans/${id}/pause`),
      resume: (id: string) => posted(`/plans/${id}/resume`),
      skip: (id: string, due: string) => posted(`/plans/${id}/skip`, { due }),
      end: (id: string) => posted(`/plans/${id}/end`),
      plan: async (id: string): Promise<calls.Plan> => (await read(`/plans/${id}`)).body.data,
      /** Oldest first. */
      dues: async (id: string): Promise<calls.PlanDue[]> => (await read(`/plans/${id}/dues`)).body.data.toReversed(),
    }
  }

  /** The subjects of mails about plans to somebody, oldest first. */
  const mailed = async (username: string): Promise<string[]> => {
    await worker.run()
    return house.inbox.filter(({ to }) => to === `${username}@example.com`).map(({ subject }) => subject)
  }

  const close = async () => {
    await worker.close()
    await house.close()
  }
  return { ...house, deps, goTo, run, runAt, newPlanner, mailed, close }
}

/** For tests: a plan that somebody has paused, without a page. */
export const insertTestPlan = async (db: Db, customer: string): Promise<string> => {
  const id = randomUUID()
  await sql`
    insert into plans (id, customer, product, pay_with, amount_units, every, zone, state, reason, since, made_at, policy_version)
    values (${id}, ${customer}, 'GAE', 'USDT', 1, 'day', 'UTC', 'Paused', 'customer', now(), now(), 0)`.execute(db)
  return id
}
