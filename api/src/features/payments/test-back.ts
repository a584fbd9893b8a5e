import { openTestWorker } from '@ingot/db/test-jobs'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { transferUsdt } from '@ingot/endpoints/wallet'
import { sql } from 'kysely'
import type { Operator } from '../../approvals/test-approvals.ts'
import { debtsOf } from '../debts/debts.ts'
import { debtJobs } from '../debts/jobs.ts'
import { createCreditSweep } from '../debts/settling.ts'
import { callProven, type Given } from '../identity/test-grants.ts'
import { someAddress } from '../wallet/test-wallet.ts'
import { followPayment } from './following.ts'
import { paymentMailJobs } from './mailing.ts'
import { createCardHouse, type Payer } from './test-payments.ts'

export type BackHouse = Awaited<ReturnType<typeof createBackHouse>>

type Row = {
  id: string
  state: string
  cents: string
  fee: string
  refunded: string
  lost: string
  units: string | null
  reversed: string | null
  owed: string
}

/** For tests: a house in which money goes back to cards, and what must be in its books then, by what the processor knows. */
export const createBackHouse = async () => {
  const house = await createCardHouse()
  const { db, cards, deps, mailer, payments, log, now } = house
  const mails = [...paymentMailJobs({ ...deps, mailer }), ...debtJobs({ ...deps, mailer })]
  const worker = await openTestWorker(
    house.databaseUrl,
    mails.filter(({ job }) => job.schedule === undefined),
  )

  const rows = async (): Promise<Row[]> => {
    const found = await sql<Row>`
      select p.id, p.state, p.cents, p.fee_cents as fee, p.refunded_cents as refunded, p.lost_cents as lost, l.units,
        l.reversed_units as reversed, (select coalesce(sum(units), 0) from debts where subject = p.id) as owed
      from card_payments p left join holdings l on l.id = p.holding`.execute(db)
    return found.rows
  }
  /** All that fees ever got in dollars, less what went back. */
  const feesGot = async (): Promise<bigint> => {
    const { rows: sums } = await sql<{ cents: string }>`
      select coalesce(sum(case when t.purpose = 'fees' then m.units else -m.units end), 0) as cents
      from ledger_moves m join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
      where m.asset = 'USD' and 'fees' in (s.purpose, t.purpose)`.execute(db)
    return BigInt(sums[0]?.cents ?? 0)
  }
  const lyingCents = async (): Promise<bigint> => {
    const { rows: found } = await sql<{ units: string }>`
      select b.units from ledger_accounts a join ledger_balances b on b.account = a.id
      where a.asset = 'USD' and a.purpose = 'processor'`.execute(db)
    return BigInt(found[0]?.units ?? 0)
  }

  /** What of a payment went back, as the processor knows it. */
  const backOf = (id: string): bigint => {
    const { refunds = [], disputes = [] } = cards.chargedOf(id) ?? {}
    const all = [...refunds, ...disputes.filter(({ state }) => state === 'lost')]
    return all.reduce((sum, { cents }) => sum + cents, 0n)
  }

  /** Everything that the books must say, reckoned anew from the processor; undefined when they do. */
  const wrong = async (): Promise<string | undefined> => {
    let [processor, fees] = [0n, 0n]
    for (const row of await rows()) {
      if (row.units === null) continue
      const [cents, fee, back] = [BigInt(row.cents), BigInt(row.fee), backOf(row.id)]
      const feeBack = (fee * back) / cents
      processor += cents - fee - (back - feeBack)
      fees += fee - feeBack
      const gone = (BigInt(row.units) * back + cents - 1n) / cents
      if (BigInt(row.reversed ?? 0) + BigInt(row.owed) !== gone) return `${row.id} took other grams back than ${gone}`
      if (BigInt(row.refunded) + BigInt(row.lost) !== back) return `${row.id} says that other dollars went back`
    }
    if ((await lyingCents()) !== processor)
      return `the processor has ${await lyingCents()}, and should have ${processor}`
    if ((await feesGot()) !== fees) return `fees got ${await feesGot()}, and should have got ${fees}`
    return house.verify()
  }

  const follow = (id: string) => followPayment(payments, id)

  /** The subjects of mails to somebody, oldest first. */
  const mailed = async ({ username }: { username: string }) => {
    await worker.run()
    return house.inbox.filter(({ to }) => to === `${username}@example.com`).map(({ subject }) => subject)
  }
  /** As if its time of clearing were over. */
  const clear = async (payer: Payer, id: string) => {
    const { clearsAt } = await payer.payment(id)
    await house.goTo(new Date(new Date(clearsAt ?? '').getTime() + 3600_000).toISOString())
    await house.run()
  }
  const withBoth = (payer: Payer, endpoint: Endpoint, given: Given) => callProven(deps, payer.client, endpoint, given)
  /** Somebody who can send, and tries to. */
  const newSender = async (username: string) => {
    const payer = await house.newPayer(username, { USDT: '100' })
    await sql`insert into wallet_addresses (customer, address, recorded_at)
      values (${payer.id}, ${someAddress(username)}, ${now()})`.execute(db)
    let isEnrolled = false
    const send = async (receiver: string) => {
      await payer.awake()
      if (!isEnrolled) await house.enrol(payer.client)
      isEnrolled = true
      return withBoth(payer, transferUsdt, { body: { receiver, amount: '10' } })
    }
    const debts = async () => (await payer.read('/debts')).body.data
    return { ...payer, send, debts }
  }
  /** One operator asks and another approves. */
  const byTwo = async (
    asked: { action: string; id: string; given?: Record<string, string> },
    by: readonly [Operator, Operator],
  ) => {
    const { action, id, given = {} } = asked
    const answer = await house.ask(by[0], { action, thing: `payment:${id}`, given })
    return answer.status === 200 ? house.decide(by[1], 'approve', answer.body.data.id) : answer
  }
  const close = async () => {
    await worker.close()
    await house.close()
  }
  const settleAll = createCreditSweep(debtsOf(deps), log)
  return { ...house, wrong, follow, mailed, clear, newSender, withBoth, byTwo, settleAll, close, backOf }
}
