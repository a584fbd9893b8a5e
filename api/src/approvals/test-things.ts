import { inTransaction } from '@ingot/db/transaction'
import { countryCodes } from '@ingot/endpoints/countries'
import { beneficiaryThing, estateThing } from '@ingot/endpoints/estate-desk'
import type { Role } from '@ingot/endpoints/roles'
import { operatorStop } from '@ingot/endpoints/treasury'
import { assayNames, withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { allowIssuing, stopIssuing } from '@ingot/ledger/issuing'
import { move, post } from '@ingot/ledger/post'
import { claimSuspense, issueTranche } from '@ingot/ledger/treasury'
import { readBars, takeInBar, takeOutBar } from '@ingot/ledger/vault'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { bankTargets } from '../bank/test-things.ts'
import { correctInTest, refCodeOf } from '../features/affiliates/test-members.ts'
import { insertTestReport } from '../features/consultants/test-consultants.ts'
import { insertTestDraft } from '../features/content/test-drafts.ts'
import { insertTestEstate } from '../features/estates/test-insert.ts'
import { minute } from '../features/identity/test-people.ts'
import { insertApplicant } from '../features/kyc/store.ts'
import { insertHeldPayment } from '../features/payments/test-payments.ts'
import { insertTestAccount, insertTestPayout } from '../features/payouts/test-payouts.ts'
import { insertWaitingRemittance } from '../features/remittances/test-remittances.ts'
import { reserveTargets } from '../features/reserves/test-things.ts'
import { earnTestFees, insertTestRequest } from '../features/staking/test-requests.ts'
import { readPriceState } from '../features/trade/confirm-price.ts'
import { createMarket, hundredAGram } from '../features/trade/test-market.ts'
import { insertTestWithdrawal } from '../features/withdrawals/test-insert.ts'
import { insertTestVersion } from '../policy-versions/test-versions.ts'
import { insertTestClosing } from '../switches/test-switches.ts'
import { idOf, withOperators } from './test-approvals.ts'

/** For tests: a house in which there is something to decide of every kind. */
export const createHouse = async () => {
  const market = await createMarket()
  await market.setPrice(hundredAGram)
  market.second.failWith(undefined)
  market.passTime(11 * minute)
  return withOperators(market)
}

type House = Awaited<ReturnType<typeof createHouse>>

/** Something to act on, for one decision. */
export type Target = {
  thing: string
  given?: Record<string, string>
  /** Changes it, so that what was asked for before no longer fits. */
  change: () => Promise<unknown>
  /** Everything of it that the decision changes. */
  look: () => Promise<unknown>
}

let count = 0
const newName = () => `somebody${++count}`

const newVerified = async (house: House): Promise<string> => {
  const username = newName()
  await house.newCustomer(username, { verified: true })
  return idOf(house.db, username)
}

/** Money that came for somebody, and that waits for operators. */
const newRemittance = async (house: House): Promise<Target> => {
  const id = await insertWaitingRemittance(house, await newVerified(house))
  return {
    thing: `remittance:${id}`,
    change: () => sql`update remittances set reason = 'amount' where id = ${id}`.execute(house.db),
    look: async () => (await sql`select state, try_at from remittances where id = ${id}`.execute(house.db)).rows,
  }
}

/** Money that a card was charged, and that waits for operators. */
const newPayment = async (house: House): Promise<Target> => {
  const id = await insertHeldPayment(house.db, await newVerified(house))
  return {
    thing: `payment:${id}`,
    change: () => sql`update card_payments set refunded_cents = 100 where id = ${id}`.execute(house.db),
    look: async () => [
      (await sql`select state, try_at from card_payments where id = ${id}`.execute(house.db)).rows,
      (await sql`select cents from card_refunds where payment = ${id}`.execute(house.db)).rows,
    ],
  }
}

/** Bars that were lost, or that came back. */
const newWithdrawal = async (house: House, state: 'Lost' | 'Returned'): Promise<Target> => {
  // Whatever was doubted before: it takes a price.
  await house.setPrice(hundredAGram)
  house.second.failWith(undefined)
  const id = await insertTestWithdrawal(house, await newVerified(house), state)
  const { rows } = await sql<{ bar: string }>`select bar from withdrawal_bars where withdrawal = ${id}`.execute(
    house.db,
  )
  const { fineness, grossGrams } = assayNames(rows[0]?.bar ?? '')
  return {
    thing: withdrawalThing(id),
    given: state === 'Returned' ? { reference: 'Assay 7', [fineness]: '999.9', [grossGrams]: '10' } : {},
    change: () => sql`update withdrawals set reason = 'something else' where id = ${id}`.execute(house.db),
    look: async () => [
      (await sql`select state, ended_entry from withdrawals where id = ${id}`.execute(house.db)).rows,
      (await sql`select id from withdrawals where replaces = ${id}`.execute(house.db)).rows,
    ],
  }
}

/** Somebody who died, all of whose papers are there, or whose estate is given out. */
const newEstate = async (house: House, state: 'Documents' | 'Approved'): Promise<Target> => {
  // Whatever was doubted before: it takes a price.
  await house.setPrice(hundredAGram)
  house.second.failWith(undefined)
  const customer = await newVerified(house)
  const { estate, beneficiary } = await insertTestEstate(house, customer, state)
  return {
    thing: state === 'Documents' ? estateThing(estate) : beneficiaryThing(beneficiary),
    change: () =>
      sql`update estate_files set accepted_at = accepted_at + interval '1 second' where estate = ${estate}`.execute(
        house.db,
      ),
    look: async () => [
      (await sql`select state, statement from estates where id = ${estate}`.execute(house.db)).rows,
      (await sql`select closed_at from customers where id = ${customer}`.execute(house.db)).rows,
      (await sql`select customer from estate_beneficiaries where id = ${beneficiary}`.execute(house.db)).rows,
    ],
  }
}

/** A line for every decision that a feature declares: makes what it is about. */
export const targets: Record<string, (house: House) => Promise<Target>> = {
  ...bankTargets,
  ...reserveTargets,
  'book-remittance': newRemittance,
  'return-remittance': newRemittance,
  'book-payment': newPayment,
  'refund-payment': newPayment,
  'approve-payout': async (house) => {
    const customer = await newVerified(house)
    const id = await insertTestPayout(house, customer, await insertTestAccount(house, customer))
    return {
      thing: `payout:${id}`,
      change: async () => {
        const other = await insertTestAccount(house, customer)
        await sql`update payouts set account = ${other} where id = ${id}`.execute(house.db)
      },
      look: async () => (await sql`select state from payouts where id = ${id}`.execute(house.db)).rows,
    }
  },
  'approve-estate': (house) => newEstate(house, 'Documents'),
  'refuse-estate': (house) => newEstate(house, 'Documents'),
  'link-beneficiary': async (house) => {
    const receiver = await newVerified(house)
    return {
      ...(await newEstate(house, 'Approved')),
      given: { customer: receiver },
      change: () => sql`update customers set kyc_status = 'Pending' where id = ${receiver}`.execute(house.db),
    }
  },
  'credit-withdrawal': (house) => newWithdrawal(house, 'Lost'),
  'replace-withdrawal': (house) => newWithdrawal(house, 'Lost'),
  'take-back-withdrawal': (house) => newWithdrawal(house, 'Returned'),
  'suspend-consultant': async (house) => {
    const id = await insertTestReport(house.db, await newVerified(house), house.now())
    return {
      thing: `consultant-report:${id}`,
      change: () => sql`update consultant_reports set kind = 'money' where id = ${id}`.execute(house.db),
      look: async () => [
        (await sql`select state, decided_by from consultant_reports where id = ${id}`.execute(house.db)).rows,
        (
          await sql`
            select p.state, p.suspended_at from consultant_profiles p join consultant_reports r on r.profile = p.id
            where r.id = ${id}`.execute(house.db)
        ).rows,
      ],
    }
  },
  'fill-pool': async (house) => {
    await earnTestFees(house.db, '10')
    return {
      thing: 'reward-pool',
      given: { from: 'QMGT', amount: '1' },
      change: () => earnTestFees(house.db, 'nothing'),
      look: async () => (await sql`select number, units from pool_fills order by number`.execute(house.db)).rows,
    }
  },
  'pay-reward': async (house) => {
    // Whatever was doubted before: it takes a price.
    await house.setPrice(hundredAGram)
    house.second.failWith(undefined)
    const id = await insertTestRequest(house, await newVerified(house))
    return {
      thing: `reward-request:${id}`,
      change: () => sql`update reward_requests set currency = 'USDT' where id = ${id}`.execute(house.db),
      look: async () =>
        (await sql`select state, movement from reward_requests where id = ${id}`.execute(house.db)).rows,
    }
  },
  'lift-freeze': async (house) => {
    const username = newName()
    const client = await house.newCustomer(username)
    await client.post('/freeze-outgoing')
    const thing = await idOf(house.db, username)
    return {
      thing,
      change: async () => {
        await sql`update wallet_senders set frozen_at = frozen_at + interval '1 hour' where customer = ${thing}`.execute(
          house.db,
        )
      },
      look: async () =>
        (await sql`select frozen_at from wallet_senders where customer = ${thing}`.execute(house.db)).rows,
    }
  },
  'overturn-rejection': async (house) => {
    const username = newName()
    await house.newCustomer(username)
    const thing = await idOf(house.db, username)
    await insertApplicant(house.db, thing, `applicant-${username}`, house.now())
    await sql`update kyc_applicants set is_final = true where customer = ${thing}`.execute(house.db)
    return {
      thing,
      change: () =>
        sql`
          update kyc_applicants set reads = reads + 1, applied_read = applied_read + 1
          where customer = ${thing}`.execute(house.db),
      look: async () =>
        (await sql`select is_final from kyc_applicants where customer = ${thing}`.execute(house.db)).rows,
    }
  },
  'correct-introducer': async (house) => {
    const [first, second] = [await newVerified(house), await newVerified(house)]
    const username = newName()
    await house.newCustomer(username, { introducer: first })
    const thing = await idOf(house.db, username)
    const code = await refCodeOf(house.db, second)
    return {
      thing,
      given: { code },
      change: () => correctInTest(house.db, thing, null),
      look: async () => (await sql`select introducer from customers where id = ${thing}`.execute(house.db)).rows,
    }
  },
  'take-off-two-factor': async (house) => {
    const username = newName()
    await house.enrol(await house.newCustomer(username))
    return secondFactorOf(house, await idOf(house.db, username))
  },
  'take-off-operator-two-factor': async (house) =>
    secondFactorOf(house, (await house.newOperator(newName(), ['Support'])).id),
  'confirm-price': async (house) => {
    const { last } = await readPriceState(house.db, house.now())
    const jump = Number(last?.price) > 3000 ? 2800 - ++count : 3200 + ++count
    await house.setFeed(String(jump))
    const { doubt } = await readPriceState(house.db, house.now())
    if (!doubt) throw new Error('nothing is doubted')
    return {
      thing: 'gold-price',
      given: { round: String(doubt.round), price: doubt.price },
      change: () => house.setFeed(String(jump + 1)),
      look: async () => (await sql`select round, price from price_feed`.execute(house.db)).rows,
    }
  },
  'invite-operator': async (house) => {
    const username = newName()
    const thing = `${username}@example.com`
    return {
      thing,
      given: { roles: 'Support,Vault' },
      change: () => house.newCustomer(username),
      look: async () =>
        (await sql`select roles, invited_by from operator_invitations where email = ${thing}`.execute(house.db)).rows,
    }
  },
  'take-in-bars': async (house) => {
    const serial = `T-${++count}`
    return {
      thing: `delivery:DN ${serial}`,
      given: { csv: `refiner,serial,fineness,grossGrams\nTestra,${serial},999.9,100` },
      change: () =>
        inTransaction(house.db, (tx) =>
          takeInBar(tx, { refiner: 'Testra', serial, fineness: '999.9', grossGrams: '100' }, 'test'),
        ),
      look: async () =>
        (await sql`select serial, delivery from vault_bars where serial = ${serial}`.execute(house.db)).rows,
    }
  },
  'take-out-bar': async (house) => {
    await house.fillVault('100')
    const { id } = (await readBars(house.db)).at(-1) ?? { id: '' }
    return {
      thing: `bar:${id}`,
      given: { to: 'Another vault' },
      change: () => inTransaction(house.db, (tx) => takeOutBar(tx, id, { to: 'Somebody', causedBy: 'test' })),
      look: async () => (await sql`select taken_to from vault_departures where bar = ${id}`.execute(house.db)).rows,
    }
  },
  'give-role': (house) => newRoles(house, ['Support'], 'Vault'),
  'take-role': (house) => newRoles(house, ['Support', 'Vault'], 'Vault'),
  'publish-text': async (house) => {
    await insertTestDraft(house.db, house.now())
    return {
      thing: 'term-conditions',
      change: () => insertTestDraft(house.db, house.now()),
      look: async () => (await sql`select version from texts order by number`.execute(house.db)).rows,
    }
  },
  'change-policy': async (house) => {
    const thing = 'deals.quotesPerMinute'
    const value = String(100 + ++count)
    return {
      thing,
      given: { value, from: '' },
      change: () => insertTestVersion(house.db, { name: thing, value: String(300 + ++count), from: house.now() }),
      look: async () => (await sql`select id, value from policy_versions order by id`.execute(house.db)).rows,
    }
  },
  'issue-tranche': async (house) => {
    await house.fillVault('10')
    const thing = `qmgt-${newName()}`
    const command = { name: thing, causedBy: 'test' }
    await inTransaction(house.db, (tx) => allowIssuing(tx))
    return {
      thing,
      given: { asset: 'QMGT', amount: '5' },
      change: () => inTransaction(house.db, (tx) => issueTranche(tx, { amount: parseAmount('QMGT', '1') }, command)),
      look: async () => [
        await balanceOf(house.db, houseAccount('QMGT', 'treasury')),
        await balanceOf(house.db, houseAccount('XAU', 'unallocated')),
      ],
    }
  },
  'claim-suspense': async (house) => {
    const [suspense, command] = [houseAccount('USDT', 'suspense'), { name: newName(), causedBy: 'test' }]
    const moves = [move(parseAmount('USDT', '10'), { from: houseAccount('USDT', 'outside'), to: suspense })]
    await post(house.db, { reference: `test:${newName()}`, kind: 'deposit', causedBy: 'test', moves })
    return {
      thing: 'suspense-usdt',
      given: { amount: '10' },
      change: async () => claimSuspense(house.db, await balanceOf(house.db, suspense), command),
      look: async () => [
        await balanceOf(house.db, suspense),
        await balanceOf(house.db, houseAccount('USDT', 'treasury')),
      ],
    }
  },
  'allow-issuing': async (house) => {
    const stop = () => inTransaction(house.db, (tx) => stopIssuing(tx, 'a closer look'))
    await stop()
    return {
      thing: operatorStop,
      change: stop,
      look: async () => (await sql`select stopped_by, times from ledger_issuing_stops`.execute(house.db)).rows,
    }
  },
  'open-product': async (house) => {
    const country = countryCodes[++count] ?? ''
    const close = (where: string) => insertTestClosing(house.db, { product: 'swap', country: where }, house.now())
    await close(country)
    return {
      thing: `swap/${country}`,
      change: () => close(country),
      look: async () => (await sql`select id, is_open from product_switches order by id`.execute(house.db)).rows,
    }
  },
}

const secondFactorOf = (house: House, thing: string): Target => ({
  thing,
  change: () => sql`update customers set credentials_changed_at = now() where id = ${thing}`.execute(house.db),
  look: async () =>
    (
      await sql`
        select totp_secret, (select count(*) from backup_codes where customer = c.id) as codes,
          (select count(*) from sessions s where s.customer = c.id and ended_at is null) as sessions
        from customers c where id = ${thing}`.execute(house.db)
    ).rows,
})

/** An operator with these roles, of which one is given or taken. */
const newRoles = async (house: House, held: readonly Role[], role: Role): Promise<Target> => {
  const { id: thing } = await house.newOperator(newName(), held)
  return {
    thing,
    given: { role },
    change: () =>
      sql`insert into operator_roles (operator, role, given_at) values (${thing}, 'Finance', now())`.execute(house.db),
    look: async () => (await sql`select roles from customers where id = ${thing}`.execute(house.db)).rows,
  }
}
