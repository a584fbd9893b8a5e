import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import * as calls from '@ingot/endpoints/staking'
import type { RewardRequest, Stake, StakeDetails, Staking } from '@ingot/endpoints/staking-fields'
import { type Account, customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post } from '@ingot/ledger/post'
import { verifyLedger } from '@ingot/ledger/verify'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { withOperators } from '../../approvals/test-approvals.ts'
import { policy } from '../../policy.ts'
import { awakeCalls } from '../holdings/test-awake.ts'
import { createHouse } from '../holdings/test-holdings.ts'
import { isMarketOpen } from '../trade/market.ts'
import { hundredAGram } from '../trade/test-market.ts'
import { fundCustomer } from '../wallet/test-wallet.ts'
import { endStakes } from './ending.ts'

export type StakeHouse = Awaited<ReturnType<typeof createStakeHouse>>
export type Staker = Awaited<ReturnType<StakeHouse['newStaker']>>

export const dayMs = 24 * 3600_000

/** For tests: so much more in the pool of rewards, as two operators would put it there out of fees. */
export const fillTestPool = (db: Db, amount: string, at: Date): Promise<unknown> =>
  inTransaction(db, async (tx) => {
    const grams = parseAmount('QMGT', amount)
    const [id, asker, approver] = [randomUUID(), randomUUID(), randomUUID()]
    const moves = [move(grams, { from: houseAccount('QMGT', 'fees'), to: houseAccount('QMGT', 'reward-pool') })]
    const { entry } = await post(tx, { reference: `test:${id}`, kind: 'fill-pool', causedBy: 'test', moves })
    await sql`
      insert into pool_fills (id, from_asset, from_units, units, asked_by, approved_by, reason, entry, at)
      values (${id}, 'QMGT', ${String(grams.units)}, ${String(grams.units)}, ${asker}, ${approver}, 'for tests', ${String(entry)},
        ${at})`.execute(tx)
  })

/** For tests: a stake that somebody has, without a pool or a page. */
export const insertTestStake = async (db: Db, customer: string, at: Date): Promise<string> => {
  const number = await fundCustomer(db, customer, { asset: 'USDT', text: '1' })
  const id = randomUUID()
  await sql`
    insert into stakes (id, customer, units, term_days, basis_points, reward_units, policy_version, began_at, ends_at, renews, movement)
    select ${id}, ${customer}, 200, 90, 50, 1, 0, ${at}::timestamptz, ${at}::timestamptz + interval '2160 hours', false, id
    from ledger_movements where number = ${number}`.execute(db)
  return id
}

/** For tests: a verified customer without a session whom somebody brought. */
const insertTestReferral = async (db: Db, introducer: string): Promise<string> => {
  const name = randomUUID()
  const { rows } = await sql<{ id: string }>`
    insert into customers (email, username, password_hash, email_verified_at, kyc_status, introducer, ref_code, user_hash, created_at)
    values (${`${name}@example.com`}, ${`r${name.replaceAll('-', '').slice(0, 18)}`}, '', now(), 'Verified', ${introducer}, ${name.slice(0, 8).toUpperCase()},
      ${name.replaceAll('-', '').repeat(2)}, now()) returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** For tests: people who stake, with a clock that is moved, gold at 100 dollars a gram, and 1,000 QMGT in the pool. */
export const createStakeHouse = async ({ pool = '1000' } = {}) => {
  const house = await withOperators(await createHouse())
  const { config, db, log, outbox, now, files } = house
  const deps = { config, db, log, outbox, now, files }
  if (pool !== '0') await fillTestPool(db, pool, now())

  /** Moves the clock on. While the market is open there is a price of that moment. */
  const goTo = async (at: Date) => {
    const isOpen = isMarketOpen(at)
    // To read a price takes so long.
    house.passTime(at.getTime() - now().getTime() - (isOpen ? 2 * policy.price.cacheMilliseconds : 0))
    if (isOpen) await house.setPrice(hundredAGram)
  }
  /** To just so many days after a stake began, and some milliseconds. */
  const goToDay = ({ beganAt }: Pick<Stake, 'beganAt'>, days: number, ms = 0) =>
    goTo(new Date(new Date(beganAt).getTime() + days * dayMs + ms))

  const newStaker = async (username: string, qmgt = '100', { upline = true } = {}) => {
    const saver = await house.newSaver(username, { QMGT: qmgt })
    const { id } = saver
    await sql`update customers set residence = 'DE' where id = ${id}`.execute(db)
    const referral = upline ? await insertTestReferral(db, id) : ''
    const { awake, proven, posted, read } = awakeCalls(saver, username)
    const begin = (amount: string, more: object = {}, key?: string) =>
      proven(calls.beginStake, { body: { amount, ...more } }, key)
    return {
      ...saver,
      ...{ referral, awake, read, posted, begin },
      /** One that was taken. */
      begun: async (amount: string, more: object = {}): Promise<Stake> => {
        const { status, body } = await begin(amount, more)
        if (status !== 200) throw new Error(`a stake was refused: ${JSON.stringify(body)}`)
        return body.data
      },
      claim: (rewardid: string, key?: string) => posted('/claim-token', { rewardid }, key),
      sellVested: (rewardid?: string, key?: string) =>
        proven(calls.sellVested, { body: rewardid === undefined ? {} : { rewardid } }, key),
      leave: (id: string, body: object = {}, key?: string) =>
        proven(calls.leaveStake, { params: { id }, body: { ...body } }, key),
      stay: (id: string, key?: string) => posted(`/stakes/${id}/stay`, {}, key),
      renew: (id: string, renews: boolean) => posted(`/stakes/${id}/renewal`, { renews }),
      leaving: (id: string) => read(`/stakes/${id}/leaving`),
      stake: async (id: string): Promise<StakeDetails> => (await read(`/stakes/${id}`)).body.data,
      stakes: async (query = ''): Promise<Stake[]> => (await read(`/stakes${query}`)).body.data,
      staking: async (): Promise<Staking> => (await read('/staking')).body.data,
      requests: async (): Promise<RewardRequest[]> => (await read('/list-aun-request')).body.data,
    }
  }

  const textOf = async (account: Account<'QMGT'>) => formatAmount(await balanceOf(db, account))
  /** What of QMGT lies where, exactly. */
  const lying = {
    free: ({ id }: { id: string }) => textOf(customerAccount(id, 'QMGT', 'available')),
    staked: ({ id }: { id: string }) => textOf(customerAccount(id, 'QMGT', 'staked')),
    pool: () => textOf(houseAccount('QMGT', 'reward-pool')),
    setAside: () => textOf(houseAccount('QMGT', 'set-aside')),
  }
  const setVerified = (id: string, isVerified: boolean) =>
    sql`update customers set kyc_status = ${isVerified ? 'Verified' : 'Rejected'} where id = ${id}`.execute(db)
  const verify = async (): Promise<string | undefined> => {
    const verdict = await verifyLedger(db, undefined)
    return verdict.ok ? undefined : verdict.wrong
  }
  const run = () => endStakes(deps)
  return { ...house, ...{ deps, goTo, goToDay, newStaker, lying, setVerified, verify, run } }
}
