import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { openTestWorker } from '@ingot/db/test-jobs'
import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import type { Remittance } from '@ingot/endpoints/bank-fields'
import { settleDebt } from '@ingot/endpoints/debts'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { type Account, customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post } from '@ingot/ledger/post'
import { verifyLedger } from '@ingot/ledger/verify'
import { amountOf } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { composeIBAN } from 'ibantools'
import { sql } from 'kysely'
import { type Operator, withOperators } from '../../approvals/test-approvals.ts'
import type { Line } from '../../bank/part.ts'
import type { Person } from '../../bind.ts'
import type { Deps } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { debtsOf } from '../debts/debts.ts'
import { debtJobs } from '../debts/jobs.ts'
import { createCreditSweep } from '../debts/settling.ts'
import { createHouse } from '../holdings/test-holdings.ts'
import { identityOf } from '../identity/identity.ts'
import { grant } from '../identity/step-up.ts'
import { kycOf } from '../kyc/kyc.ts'
import { giveName as nameOf } from '../kyc/test-names.ts'
import { isMarketOpen } from '../trade/market.ts'
import { hundredAGram } from '../trade/test-market.ts'
import { someAddress } from '../wallet/test-wallet.ts'
import { remittances as declared } from './feature.ts'
import { endOver, remittanceJobs } from './jobs.ts'
import { remittancesOf } from './remittances.ts'
import { newReference } from './rules.ts'
import { bookRemittances } from './running.ts'
import { readOver } from './store.ts'

export const bankEnv = {
  BANK_HOLDER: 'Ingot Savings Ltd',
  BANK_NAME: 'Bank of Somewhere',
  BANK_IBAN: 'GB82WEST12345698765432',
  BANK_BIC: 'WESTGB22XXX',
  BANK_ADDRESS: '1 Bank Street, London',
}

export type RemitHouse = Awaited<ReturnType<typeof createRemitHouse>>
export type Remitter = Awaited<ReturnType<RemitHouse['newRemitter']>>

let numbers = 0

/** For tests: people who send dollars by bank, with made lines of statements, a clock that is moved, and gold at 100 dollars a gram. */
export const createRemitHouse = async (env: Record<string, string> = {}) => {
  const house = await withOperators(await createHouse({ ...bankEnv, ...env }))
  const { config, db, log, outbox, now, mailer, files } = house
  const deps = { config, db, log, outbox, now, files }
  const [kyc, identity] = [kycOf(deps), identityOf(deps)]
  const part = declared.bank?.(deps)
  const mails = [...remittanceJobs({ ...deps, mailer }), ...debtJobs({ ...deps, mailer })].filter(
    ({ job }) => job.schedule === undefined,
  )
  const worker = await openTestWorker(house.databaseUrl, mails)

  const goTo = async (at: string, price = hundredAGram) => {
    const isOpen = isMarketOpen(new Date(at))
    house.passTime(new Date(at).getTime() - now().getTime() - (isOpen ? 2 * policy.price.cacheMilliseconds : 0))
    if (isOpen) await house.setPrice(price)
  }

  /** A credit as its bank would write it. */
  const lineOf = (given: Partial<Omit<Line, 'cents'>> & { amount: string }): Line => {
    const { amount, ...more } = given
    return {
      ...{ id: randomUUID(), number: String(++numbers), statement: randomUUID(), direction: 'in', currency: 'USD' },
      ...{ bookedOn: '2026-11-02', at: now(), isReversal: false, returnCode: null, name: 'John Smith' },
      ...{ ultimateName: null, account: 'DE89370400440532013000', bic: null, reference: null, text: '' },
      ...{ endToEndId: null, bankReference: null, undoes: null },
      cents: parseAmount('USD', amount).units,
      ...more,
    }
  }
  const credit = (line: Line) => inTransaction(db, async (tx) => part?.credit?.(tx, line))
  const reversal = (line: Line, original: Line, subject: string) =>
    inTransaction(db, async (tx) => part?.reversal?.(tx, line, { ...original, subject }))
  const book = () => bookRemittances(deps)
  const endAll = async () => {
    for (const { id } of await readOver(db, now(), null, 100)) await endOver(remittancesOf(deps), id)
  }
  const settleAll = createCreditSweep(debtsOf(deps), log)

  const lying = async (account: Account<Asset>) => formatAmount(await balanceOf(db, account))
  const usd = {
    held: ({ id }: { id: string }) => lying(customerAccount(id, 'USD', 'held')),
    owed: ({ id }: { id: string }) => lying(customerAccount(id, 'USD', 'owed')),
    suspense: () => lying(houseAccount('USD', 'suspense')),
    bank: () => lying(houseAccount('USD', 'bank')),
  }

  const giveName = (customer: string, first: string, last: string) => nameOf(house, customer, { first, last })

  /** As if an operator had looked at it. */
  const addAccount = async (customer: string, iban: string, state: 'Verified' | 'Pending' = 'Verified') => {
    const id = randomUUID()
    const sealed = kyc.personalData.seal(id, 'bank-account', { customer, holder: 'John Smith', to: { iban } })
    const [digest] = kyc.personalData.digests('bank account', iban)
    await sql`
      insert into bank_accounts (id, customer, state, sealed, digest, last_four, country, is_iban, score, named_at, added_at, verified_at)
      select ${id}, ${customer}, ${state}, ${sealed}, ${digest}, ${iban.slice(-4)}, 'DE', true, 1000, p.submitted_at, ${now()},
        ${state === 'Verified' ? now() : null}
      from kyc_personal p where p.customer = ${customer}`.execute(db)
    return id
  }

  let ibans = 0
  /** Numbers that nobody else has. */
  const newIban = () => composeIBAN({ countryCode: 'DE', bban: `37040044${String(++ibans).padStart(10, '0')}` }) ?? ''

  const newRemitter = async (username: string, balances: Parameters<typeof house.newSaver>[1] = {}) => {
    const saver = await house.newSaver(username, balances)
    const { client, id, withPin } = saver
    await sql`insert into wallet_addresses (customer, address, recorded_at)
      values (${id}, ${someAddress(username)}, ${now()})`.execute(db)
    await giveName(id, 'John', 'Smith')
    const iban = newIban()
    let isEnrolled = false
    const account = await addAccount(id, iban)
    /** Sessions end while the clock is moved. */
    const awake = async () => {
      if ((await client.get('/remittances')).status === 401) await client.signIn(username)
    }
    const posted = async (path: string, body: object = {}, key: string = randomUUID()) => {
      await awake()
      return client.post(path, body, { 'idempotency-key': key })
    }
    const read = async (path: string) => {
      await awake()
      return client.get(path)
    }
    const announce = async (amount: string): Promise<Remittance> => {
      const { status, body } = await posted('/remittances', { amount, account })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.data
    }
    const remittance = async (of: string): Promise<Remittance> => (await read(`/remittances/${of}`)).body.data
    /** Announces, sends and books, as if all went well. */
    const remit = async (amount: string, more: Partial<Line> = {}) => {
      const made = await announce(amount)
      const line = lineOf({ amount, account: iban, reference: referenceOf(made), ...more })
      await credit(line)
      await book()
      return { made: await remittance(made.id), line }
    }
    const settle = async (asset: string, amount: string, key?: string) => {
      await awake()
      return withPin(settleDebt, { body: { asset, amount } }, key)
    }
    /** Calls what asks for PIN and 2FA, as if both had been given. */
    const withBoth = async (endpoint: Endpoint, body: object, key: string = randomUUID()) => {
      await awake()
      if (!isEnrolled) await house.enrol(client)
      isEnrolled = true
      const session = identity.tokens.session.read(client.state.jwt)?.sid ?? ''
      const aim = await aimOf(endpoint, key, { body })
      await inTransaction(db, async (tx) => {
        await grant(tx, identity, { session } as Person, aim, 'pin')
        await grant(tx, identity, { session } as Person, aim, '2fa')
      })
      return client.post(endpoint.path, body, { 'idempotency-key': key })
    }
    const debts = async () => (await read('/debts')).body.data
    return { ...saver, iban, account, posted, read, announce, remittance, remit, settle, debts, withBoth }
  }

  type PaymentRow = {
    id: string
    kind: 'return'
    cents: string
    state: string
    last_four: string
    approved_by: string[]
  }
  const paymentsOf = async (remittance: string): Promise<PaymentRow[]> => {
    const { rows } = await sql<PaymentRow>`
      select id, kind, cents, state, last_four, approved_by::text[] as approved_by from bank_payments
      where subject = ${remittance} order by made_at`.execute(db)
    return rows
  }
  const paymentOf = (row: PaymentRow | undefined) => ({
    ...{ id: row?.id ?? '', kind: 'return' as const, subject: '', customer: null, cents: BigInt(row?.cents ?? 0) },
  })
  const payments = part?.payments?.return
  /** As the engine says that the bank has paid something, or that it came back. */
  const paid = (row: PaymentRow | undefined) =>
    inTransaction(db, async (tx) => payments?.paid?.(tx, paymentOf(row), now()))
  const cameBack = (row: PaymentRow | undefined, cents: bigint) =>
    inTransaction(db, async (tx) => payments?.returned(tx, paymentOf(row), { cents, why: 'AC04', at: now() }))
  /** As the engine does with what nobody takes. */
  const toSuspense = async ({ cents }: Line) => {
    const between = { from: houseAccount('USD', 'outside'), to: houseAccount('USD', 'suspense') }
    const moves = [move(amountOf('USD', cents), between)]
    await post(db, { reference: `test:${randomUUID()}`, kind: 'test', causedBy: 'test', moves })
  }
  const looked = (line: Line, remittance: string) =>
    inTransaction(db, async (tx) => part?.match?.look(tx, line, remittance))
  const matched = (line: Line, remittance: string, asker: Operator, decider: Operator) =>
    inTransaction(db, async (tx) =>
      part?.match?.do(tx, line, remittance, { asker: asker.id, decider: decider.id, at: now() }),
    )
  /** As if the account had been compared with the name of now. */
  const named = (customer: string) =>
    sql`update bank_accounts a set named_at = p.submitted_at from kyc_personal p
      where p.customer = a.customer and a.customer = ${customer}`.execute(db)

  /** The subjects of mails to somebody, oldest first. */
  const mailed = async ({ username }: { username: string }) => {
    await worker.run()
    return house.inbox.filter(({ to }) => to === `${username}@example.com`).map(({ subject }) => subject)
  }
  const queueFor = async ({ client }: Operator) => (await client.get('/operator/queues/remittances')).body.data
  const accept = ({ client }: Operator, id: string) =>
    client.post(`/operator/queues/remittances/${encodeURIComponent(`remittance:${id}`)}/decide`, {
      ...{ action: 'accept-remittance', reason: 'names and amount fit' },
    })
  /** One operator asks and another approves. */
  const byTwo = async (action: string, id: string, [one, other]: readonly [Operator, Operator]) => {
    const asked = await house.ask(one, { action, thing: `remittance:${id}` })
    if (asked.status !== 200) return asked
    return house.decide(other, 'approve', asked.body.data.id)
  }

  /** Does something while the treasury has no GCA. */
  const withoutGold = async (work: () => Promise<unknown>) => {
    const [treasury, away] = [houseAccount('GCA', 'treasury'), houseAccount('GCA', 'suspense')]
    const amount = await balanceOf(db, treasury)
    const put = (from: typeof treasury, to: typeof treasury) =>
      post(db, {
        reference: `test:${randomUUID()}`,
        kind: 'test',
        causedBy: 'test',
        moves: [move(amount, { from, to })],
      })
    await put(treasury, away)
    await work()
    await put(away, treasury)
  }
  /** What lies at the bank besides. */
  const fundBank = (amount: string) => {
    const between = { from: houseAccount('USD', 'outside'), to: houseAccount('USD', 'bank') }
    const moves = [move(parseAmount('USD', amount), between)]
    return post(db, { reference: `test:${randomUUID()}`, kind: 'test', causedBy: 'test', moves })
  }
  /** Grams of a holding that are there and not free, as products will bind them. */
  const bind = (customer: string, holding: string, place: 'withdrawing' | 'estate', grams: string) =>
    inTransaction(db, async (tx) => {
      const amount = parseAmount('GCA', grams)
      const between = {
        from: customerAccount(customer, 'GCA', 'available'),
        to: customerAccount(customer, 'GCA', place),
      }
      await post(tx, {
        reference: `test:${randomUUID()}`,
        kind: 'test',
        causedBy: 'test',
        moves: [move(amount, between)],
      })
      const units = String(amount.units)
      await sql`
        update holdings set available_units = available_units - ${units}::numeric,
          ${sql.ref(`${place}_units`)} = ${units}::numeric where id = ${holding}`.execute(tx)
      await sql`
        update holding_positions set available_units = available_units - ${units}::numeric
        where customer = ${customer} and product = 'GCA'`.execute(tx)
    })
  const asTheOwner = (text: string) => runAsOwner(asOwner(house.databaseUrl), text)

  /** What of the books does not hold; undefined when all does. */
  const verify = async () => {
    const verdict = await verifyLedger(db, undefined)
    return verdict.ok ? undefined : verdict.wrong
  }
  const unverify = (customer: string) =>
    sql`update customers set kyc_status = 'Pending' where id = ${customer}`.execute(db)

  const close = async () => {
    await worker.close()
    await house.close()
  }
  return {
    ...house,
    ...{
      deps,
      part,
      goTo,
      lineOf,
      credit,
      reversal,
      book,
      endAll,
      settleAll,
      usd,
      lying,
      newIban,
      addAccount,
      giveName,
    },
    ...{ newRemitter, mailed, queueFor, accept, byTwo, withoutGold, unverify, verify, close },
    ...{
      paymentsOf,
      paid,
      cameBack,
      toSuspense,
      looked,
      matched,
      named,
      fundBank,
      bind,
      asTheOwner,
    },
  }
}

/** The reference that a customer was given, as a bank carries it. */
export const referenceOf = ({ instructions }: Remittance): string => instructions?.reference.replaceAll(' ', '') ?? ''

/** For tests: one that somebody has announced, without an account or a page. */
export const insertTestRemittance = async (db: Db, customer: string): Promise<string> => {
  const id = randomUUID()
  await sql`
    insert into remittances (id, customer, reference, announced_cents, announced_at, expires_at, state)
    values (${id}, ${customer}, ${newReference()}, 10000, now(), now(), 'Announced')`.execute(db)
  return id
}

/** For tests: one whose money came, under no name, and waits for operators. */
export const insertWaitingRemittance = async (deps: Deps, customer: string): Promise<string> => {
  const { db, now } = deps
  const [id, amount] = [randomUUID(), amountOf('USD', 25_000n)]
  const payer = { name: null, ultimateName: null, account: 'GB29NWBK60161331926819', bic: null }
  const sealed = kycOf(deps).personalData.seal(id, 'remittance', payer)
  await inTransaction(db, async (tx) => {
    const moves = [move(amount, { from: houseAccount('USD', 'outside'), to: houseAccount('USD', 'suspense') })]
    await post(tx, { reference: `test:${id}`, kind: 'remittance-in', causedBy: 'test', moves })
    await sql`
      insert into remittances (id, customer, reference, announced_cents, announced_at, expires_at, state, reason, line, arrived_cents,
        received_at, payer_sealed, lies_in, left_cents)
      values (${id}, ${customer}, ${newReference()}, 25000, ${now()}, ${now()}, 'Received', 'name', ${randomUUID()}, 25000, ${now()},
        ${sealed}, 'suspense', 25000)`.execute(tx)
  })
  return id
}
