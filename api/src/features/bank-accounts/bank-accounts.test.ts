import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { hour } from '../identity/test-people.ts'
import { payableAccount, provedByRemittance, usableAccount } from './accounts.ts'
import { takeProof } from './proving.ts'
import { listAccounts } from './store.ts'
import { bankEnv, createBankPeople, ibans } from './test-bank-accounts.ts'

let house: Awaited<ReturnType<typeof createBankPeople>>
beforeAll(async () => {
  house = await createBankPeople()
})
afterAll(() => house.close())

const day = 24 * hour
const nameOf = ({ body }: { body: { error?: { name: string } } }) => body.error?.name
const iban = (n: number) => ({ account: { iban: ibans[n] ?? '' } })

const usable = (holder: { id: string }, id: string) =>
  inTransaction(house.db, (tx) => usableAccount(tx, house.accounts, holder.id, id))
const payable = (holder: { id: string }, id: string) =>
  inTransaction(house.db, (tx) => payableAccount(tx, house.accounts, holder.id, id))

describe('an account is added', () => {
  test('with PIN and 2FA, in the own name, shown by its last four, and its number stands nowhere in the open', async () => {
    const ann = await house.newOwner('ann')
    const body = { holder: 'John Smith', account: { iban: ibans[0] }, proof: { kind: 'deposit' } }
    const bare = await ann.client.post('/bank-accounts', body, { 'idempotency-key': randomUUID() })
    expect(nameOf(bare)).toBe('StepUpRequired')
    const key = randomUUID()
    const added = await house.add(ann, {}, key)
    expect(added.body.data).toMatchObject({
      state: 'Pending',
      reason: null,
      holder: 'John Smith',
      country: 'DE',
      isIban: true,
      lastFour: '3000',
      isPreferred: false,
      payableFrom: null,
      proof: { kind: 'deposit', triesLeft: 3, isSent: false },
    })
    expect(await house.add(ann, {}, key)).toMatchObject({ status: 200, body: added.body })
    const { rows } = await sql`select * from bank_accounts`.execute(house.db)
    const { rows: kept } = await sql`select * from operations`.execute(house.db)
    for (const text of [JSON.stringify(added.body), JSON.stringify(rows), JSON.stringify(kept)])
      expect(text).not.toContain(ibans[0].slice(4))
    expect(await house.activityOf(ann.client)).toContain('bank-account-added')
    expect((await ann.client.get('/bank-accounts')).body.data).toMatchObject({
      most: 3,
      name: 'John Smith',
      newAccountHours: 48,
      depositDays: 10,
    })
  })

  test('once, and at most three of them, however many are asked for at once', async () => {
    const ben = await house.newOwner('ben')
    const same = await Promise.all(Array.from({ length: 5 }, () => house.addWithStatement(ben, iban(1))))
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(same.map(nameOf)).toContain('BankAccountKnown')
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        house.addWithStatement(ben, {
          account: { country: 'MY', bank: 'Bank of Kuala Lumpur', number: `${10_000 + n}`, bic: 'MBBEMYKL' },
        }),
      ),
    )
    expect(many.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(nameOf(await house.add(ben, iban(3)))).toBe('TooManyBankAccounts')
    const [first] = await house.list(ben)
    expect((await house.remove(ben, first?.id ?? '')).body.data.state).toBe('Removed')
    expect((await house.addWithStatement(ben, iban(1))).status).toBe(200)
  })

  test.each([
    [{ account: { iban: 'DE89370400440532013001' } }, 'BankNumberWrong'],
    [{ account: { iban: bankEnv.BANK_IBAN } }, 'BankNumberWrong'],
    [{ account: { iban: 'XX00 1234 5678 9012' } }, 'BankNumberWrong'],
    [{ account: { country: 'DE', bank: 'A bank', number: '532013000', bic: 'COBADEFF' } }, 'BankNumberWrong'],
    [{ account: { country: 'MY', bank: 'A bank', number: '- - -  -', bic: 'MBBEMYKL' } }, 'InvalidInput'],
    [{ account: { country: 'MY', bank: 'A bank', number: 'A- - -', bic: 'MBBEMYKL' } }, 'BankNumberWrong'],
    [{ account: { country: 'MY', bank: 'A bank', number: '12345', bic: 'MBBEXXKL' } }, 'BankNumberWrong'],
    [{ account: { country: 'MY', bank: 'A bank', number: '12345', bic: 'MBB' } }, 'InvalidInput'],
    [{ account: { iban: ibans[0], country: 'DE' } }, 'InvalidInput'],
    [{ holder: 'John\u0000Smith' }, 'InvalidInput'],
    [{ holder: 'x'.repeat(141) }, 'InvalidInput'],
    [{ proof: { kind: 'remittance' } }, 'InvalidInput'],
    [{ proof: { kind: 'statement', upload: randomUUID() } }, 'UploadMissing'],
  ])('and not with %j', async (more, name) => {
    const [username] = randomUUID().split('-')
    const cat = await house.newOwner(`c${username}`)
    expect(nameOf(await house.add(cat, more))).toBe(name)
    expect(await house.list(cat)).toEqual([])
  })

  test('with a statement of one’s own alone, which is used once', async () => {
    const [dan, eve] = [await house.newOwner('dan'), await house.newOwner('eve')]
    const upload = await house.sendStatement(dan)
    const proof = { kind: 'statement', upload }
    expect(nameOf(await house.add(eve, { proof }))).toBe('UploadMissing')
    expect((await house.add(dan, { proof })).status).toBe(200)
    expect(nameOf(await house.add(dan, { ...iban(1), proof }))).toBe('UploadMissing')
  })

  test('not while the account is frozen, nor soon after a change of credentials', async () => {
    const fay = await house.newOwner('fay')
    await sql`update customers set credentials_changed_at = ${house.now()} where id = ${fay.id}`.execute(house.db)
    expect(nameOf(await house.add(fay))).toBe('OutgoingHeld')
    await sql`update customers set credentials_changed_at = null where id = ${fay.id}`.execute(house.db)
    await fay.client.post('/freeze-outgoing')
    expect(nameOf(await house.add(fay))).toBe('OutgoingFrozen')
  })

  test('and mailed, with links that remove it or freeze everything; freezing removes what is new', async () => {
    const compliance = await house.newOperator('Compliance')
    const gus = await house.newOwner('gus')
    const { id } = (await house.addWithStatement(gus)).body.data
    const text = await house.lastMail(gus.email)
    expect(text).not.toContain('3000')
    const token = /cancel-bank-account\/([\w-]+)/.exec(text)?.[1] ?? ''
    const visitor = house.newClient()
    expect(nameOf(await visitor.post('/bank-accounts/cancel-by-mail', { token: 'x'.repeat(43) }))).toBe('LinkInvalid')
    expect((await visitor.post('/bank-accounts/cancel-by-mail', { token })).status).toBe(200)
    expect(nameOf(await visitor.post('/bank-accounts/cancel-by-mail', { token }))).toBe('LinkInvalid')
    expect(await house.list(gus)).toEqual([])
    expect(nameOf(await house.decide(compliance, id, 'verify'))).toBe('StateChanged')
    const later = (await house.addWithStatement(gus)).body.data.id
    const freeze = /freeze-outgoing\/([\w-]+)/.exec(await house.lastMail(gus.email))?.[1] ?? ''
    expect((await visitor.post('/freeze-outgoing/by-mail', { token: freeze })).status).toBe(200)
    await house.runBankJobs()
    expect(await house.list(gus)).toEqual([])
    expect(await house.activityOf(gus.client)).toContain('bank-account-removed')
    expect(nameOf(await house.decide(compliance, later, 'verify'))).toBe('StateChanged')
  })
})

describe('a small deposit', () => {
  test('is under a dollar with a code, which verifies the account; the first one is preferred, and payable 48 hours after adding', async () => {
    const hal = await house.newOwner('hal', { first: 'Łukasz', last: 'Wałęsa' })
    const { id } = (await house.add(hal, { holder: 'LUKASZ WALESA', ...iban(2) })).body.data
    const deposit = await house.depositOf(id)
    expect(Number(deposit?.cents)).toBeGreaterThan(0)
    expect(Number(deposit?.cents)).toBeLessThan(100)
    expect(deposit).toMatchObject({ name: 'LUKASZ WALESA', to: { iban: ibans[2] }, state: 'Ready' })
    expect(deposit?.text).toMatch(/^[A-Za-z0-9 ]+ CODE [2-9A-Y]{6}$/)
    const { rows } = await sql`select * from bank_account_proofs where account = ${id}`.execute(house.db)
    expect(JSON.stringify(rows)).not.toContain(deposit?.code)
    const code = await house.codeOf(id)
    const right = await house.enter(hal, id, `${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase())
    expect(right.body.data).toMatchObject({ state: 'Verified', isPreferred: true, proof: { kind: 'deposit' } })
    expect(right.body.data.payableFrom).toBe(new Date(house.now().getTime() + 48 * hour).toISOString())
    expect((await house.enter(hal, id, code)).status).toBe(409)
    expect(await house.mailed(hal.email)).toEqual(['A bank account was added', 'Your bank account is verified'])
    expect(await usable(hal, id)).toEqual({ id, lastFour: '4300', bank: null, country: 'NL' })
    await expect(payable(hal, id)).rejects.toMatchObject({ error: 'BankAccountUnready' })
    house.passTime(48 * hour)
    expect(await payable(hal, id)).toMatchObject({ name: 'LUKASZ WALESA', to: { iban: ibans[2] } })
  })

  test('takes three codes in all, however many are tried at once', async () => {
    const ian = await house.newOwner('ian')
    const { id } = (await house.add(ian)).body.data
    const answers = await Promise.all(Array.from({ length: 60 }, () => house.enter(ian, id, 'AAAAAA')))
    expect(answers.filter((each) => nameOf(each) === 'BankCodeWrong')).toHaveLength(3)
    expect(answers.every(({ status }) => status === 400 || status === 409 || status === 429)).toBe(true)
    expect(nameOf(await house.enter(ian, id, await house.codeOf(id)))).toBe('StateChanged')
    expect(await house.list(ian)).toMatchObject([{ state: 'Rejected', reason: 'code' }])
    expect(await house.depositOf(id)).toMatchObject({ state: 'Cancelled' })
  })

  test('is late after ten days from when it left, and may be asked for again a few times', async () => {
    const joy = await house.newOwner('joy')
    const { id } = (await house.add(joy, iban(3))).body.data
    const deposit = await house.depositOf(id)
    if (!deposit) throw new Error('there is no deposit')
    house.passTime(9 * day)
    await inTransaction(house.db, async (tx) => house.part?.sent?.(tx, deposit.payment, house.now()))
    house.passTime(9 * day)
    await house.strikeBankClock()
    const awake = await house.signInAgain('joy', joy.code)
    const awakened = { ...joy, client: awake }
    expect(await house.list(awakened)).toMatchObject([{ state: 'Pending', proof: { isSent: true, triesLeft: 3 } }])
    house.passTime(day)
    await house.strikeBankClock()
    const again = { ...joy, client: await house.signInAgain('joy', joy.code) }
    expect(await house.list(again)).toMatchObject([{ state: 'Rejected', reason: 'late' }])
    for (let n = 0; n < policy.bankAccounts.depositsPerDay; n++)
      expect((await house.prove(again, id, { kind: 'deposit' })).status).toBe(200)
    expect(nameOf(await house.prove(again, id, { kind: 'deposit' }))).toBe('TooManyTries')
    expect((await house.enter(again, id, deposit.code)).body.error).toMatchObject({ details: { triesLeft: 2 } })
    expect((await house.enter(again, id, await house.codeOf(id))).body.data.state).toBe('Verified')
  })

  test('that comes back rejects the account, or suspends it', async () => {
    const kay = await house.newOwner('kay')
    const { id } = (await house.add(kay, iban(4))).body.data
    const comesBack = async () => {
      const deposit = await house.depositOf(id)
      if (!deposit) throw new Error('there is no deposit')
      const back = { cents: deposit.payment.cents, why: 'account closed', at: house.now() }
      await inTransaction(house.db, async (tx) => house.part?.returned(tx, deposit.payment, back))
    }
    await comesBack()
    expect(await house.list(kay)).toMatchObject([{ state: 'Rejected', reason: 'payment-returned' }])
    await house.prove(kay, id, { kind: 'deposit' })
    await house.enter(kay, id, await house.codeOf(id))
    await comesBack()
    expect(await house.list(kay)).toMatchObject([
      { state: 'Suspended', reason: 'payment-returned', isPreferred: false },
    ])
    expect((await house.mailed(kay.email)).at(-1)).toBe('Your bank account cannot be used for now')
  })

  test('is not sent where the house has no bank, nor for a name that is not the customer’s', async () => {
    const lou = await house.newOwner('lou')
    const { body } = await house.add(lou, { holder: 'Mary Jones' })
    expect(body.data).toMatchObject({ state: 'Rejected', reason: 'name', proof: null })
    expect(await house.depositOf(body.data.id)).toBeUndefined()
    expect(await house.mailed(lou.email)).toEqual(['Your bank account was not verified'])
    expect((await house.prove(lou, body.data.id, { kind: 'deposit' })).body.data).toMatchObject({ state: 'Rejected' })
    const { id } = (await house.add(lou, iban(1))).body.data
    const [row] = (await listAccounts(house.db, lou.id)).filter((each) => each.id === id)
    if (!row) throw new Error('there is no account')
    const bankless = { ...house.accounts, house: undefined }
    await expect(
      inTransaction(house.db, (tx) => takeProof(tx, bankless, row, { kind: 'deposit' })),
    ).rejects.toMatchObject({ error: 'BankUnavailable' })
  })
})

describe('Compliance', () => {
  test('sees the name’s score and the statement, and verifies or rejects with a reason', async () => {
    const compliance = await house.newOperator('Compliance')
    const mia = await house.newOwner('mia')
    const { id } = (await house.addWithStatement(mia, { holder: 'J. Smith', ...iban(1) })).body.data
    expect((await house.add(mia, iban(1))).status).toBe(409)
    const queue = await house.queueFor(compliance)
    const waiting = queue.find((each: { id: string }) => each.id === id)
    expect(waiting).toMatchObject({
      state: 'Name in doubt',
      customer: { username: 'mia' },
      files: [{ name: 'statement.pdf' }],
      facts: expect.arrayContaining([
        { name: 'Name on the account', value: 'J. Smith' },
        { name: 'Name score', value: '0.85: the name is near and not the same' },
        { name: 'Number', value: 'FR14 … 2606' },
      ]),
    })
    expect(JSON.stringify(waiting)).not.toContain(ibans[1].slice(4))
    expect((await house.prove(mia, id, { kind: 'deposit' })).status).toBe(409)
    expect((await house.decide(compliance, id, 'reject', 'the statement is too old')).status).toBe(200)
    expect(await house.list(mia)).toMatchObject([
      { state: 'Rejected', reason: 'document', note: 'the statement is too old' },
    ])
    const upload = await house.sendStatement(mia)
    expect((await house.prove(mia, id, { kind: 'statement', upload })).body.data).toMatchObject({
      state: 'Pending',
      reason: null,
      note: null,
    })
    const both = await Promise.all([house.decide(compliance, id, 'verify'), house.decide(compliance, id, 'verify')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await house.list(mia)).toMatchObject([{ state: 'Verified', isPreferred: true }])
    expect((await house.auditOf(id)).map(({ action }) => action)).toEqual([
      'verify-bank-account',
      'reject-bank-account',
    ])
  })

  test('is the only one besides Owners who decides, and about nothing that is not there', async () => {
    const compliance = await house.newOperator('Compliance')
    const ned = await house.newOwner('ned')
    const { id } = (await house.addWithStatement(ned, iban(2))).body.data
    for (const role of ['Finance', 'Support', 'Vault'] as const)
      expect((await house.decide(await house.newOperator(role), id, 'verify')).status).toBe(404)
    expect((await house.decide(compliance, randomUUID(), 'verify')).status).toBe(404)
    expect((await house.decide(compliance, 'nothing', 'reject')).status).toBe(404)
    const pending = (await house.add(ned, iban(4))).body.data.id
    expect((await house.decide(compliance, pending, 'verify')).status).toBe(409)
  })

  test('decides about a number that two customers have, though code and name are right; neither learns of it', async () => {
    const compliance = await house.newOperator('Compliance')
    const [one, two] = [await house.newOwner('one'), await house.newOwner('two')]
    const account = { country: 'MY', bank: 'Bank of Penang', number: '77 88-99 00', bic: 'mbbemykl' }
    const first = (await house.add(one, { account })).body.data.id
    const second = (await house.add(two, { account: { ...account, number: '77889900' } })).body.data.id
    for (const [who, id] of [
      [one, first],
      [two, second],
    ] as const) {
      const { body } = await house.enter(who, id, await house.codeOf(id))
      expect(body.data).toMatchObject({ state: 'Pending', bank: 'Bank of Penang', bic: 'MBBEMYKL', lastFour: '9900' })
      expect(JSON.stringify(body)).not.toMatch(/\b(one|two)\b/)
      expect((await house.prove(who, id, { kind: 'deposit' })).status).toBe(409)
    }
    const queue = await house.queueFor(compliance)
    const factOf = (id: string) =>
      queue
        .find((each: { id: string }) => each.id === id)
        ?.facts.find(({ name }: { name: string }) => name === 'Same number at')
    expect([factOf(first)?.value, factOf(second)?.value]).toEqual(['two (Pending)', 'one (Pending)'])
    expect((await house.decide(compliance, first, 'verify')).status).toBe(200)
    await inTransaction(house.db, async (tx) =>
      expect(await provedByRemittance(tx, house.accounts, second, house.now())).toBe(false),
    )
  })
})
