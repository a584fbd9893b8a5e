import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../bind.ts'
import { eraseCustomer, exportCustomer } from '../../customer-data.ts'
import { countKeyUse, resealAll } from '../../key-use.ts'
import { createPersonalData } from '../kyc/personal-data.ts'
import { giveName } from '../kyc/test-names.ts'
import { accountsOfNumber, payableAccount, provedByRemittance, suspendAccount, usableAccount } from './accounts.ts'
import { enterCode } from './service.ts'
import { createBankPeople, ibans } from './test-bank-accounts.ts'

let house: Awaited<ReturnType<typeof createBankPeople>>
beforeAll(async () => {
  house = await createBankPeople()
})
afterAll(() => house.close())

const nameOf = ({ body }: { body: { error?: { name: string } } }) => body.error?.name
const iban = (n: number) => ({ account: { iban: ibans[n] ?? '' } })

const usable = (holder: { id: string }, id: string) =>
  inTransaction(house.db, (tx) => usableAccount(tx, house.accounts, holder.id, id))
const payable = (holder: { id: string }, id: string) =>
  inTransaction(house.db, (tx) => payableAccount(tx, house.accounts, holder.id, id))

describe('once it is verified', () => {
  test('another one may be preferred, and whatever is taken away leaves one preferred', async () => {
    const pam = await house.newOwner('pam')
    const ids: string[] = []
    for (const number of ['1111', '2222', '3333'])
      ids.push(
        await house.addVerified(pam, {
          account: { country: 'MY', bank: 'Pam’s bank', number: `90${number}`, bic: 'MBBEMYKL' },
        }),
      )
    const [first = '', second = '', third = ''] = ids
    const preferred = async () => (await house.list(pam)).filter(({ isPreferred }) => isPreferred).map(({ id }) => id)
    expect(await preferred()).toEqual([first])
    await Promise.all([house.prefer(pam, second), house.prefer(pam, third), house.prefer(pam, second)])
    expect(await preferred()).toHaveLength(1)
    await house.prefer(pam, third)
    expect((await house.list(pam)).map(({ id }) => id)[0]).toBe(third)
    await inTransaction(house.db, (tx) => suspendAccount(tx, house.accounts, third, 'payment-returned', house.now()))
    expect(await preferred()).toEqual([first])
    expect(nameOf(await house.prefer(pam, third))).toBe('StateChanged')
    await house.remove(pam, first)
    expect(await preferred()).toEqual([second])
  })

  test('nobody else can see, use, prove, prefer or remove it', async () => {
    const [quin, ray] = [await house.newOwner('quin'), await house.newOwner('ray')]
    const id = await house.addVerified(quin, {
      account: { country: 'MY', bank: 'A bank', number: '4455667', bic: 'MBBEMYKL' },
    })
    expect((await house.list(ray)).length).toBe(0)
    for (const answer of [
      await house.prefer(ray, id),
      await house.remove(ray, id),
      await house.prove(ray, id, { kind: 'deposit' }),
      await house.enter(ray, id, 'AAAAAA'),
    ])
      expect(answer.status).toBe(404)
    await expect(usable(ray, id)).rejects.toMatchObject({ error: 'NotFound' })
    await expect(payable(ray, id)).rejects.toMatchObject({ error: 'NotFound' })
  })

  test('a lost verification and another name stop it; the same name under another spelling does not', async () => {
    const sam = await house.newOwner('sam')
    const id = await house.addVerified(sam, {
      account: { country: 'MY', bank: 'A bank', number: '998877', bic: 'MBBEMYKL' },
    })
    await sql`update customers set kyc_status = 'Pending' where id = ${sam.id}`.execute(house.db)
    await expect(usable(sam, id)).rejects.toMatchObject({ error: 'BankAccountUnready' })
    await sql`update customers set kyc_status = 'Verified' where id = ${sam.id}`.execute(house.db)
    expect(await usable(sam, id)).toMatchObject({ id })
    house.passTime(1000)
    await giveName(house, sam.id, { first: 'JOHN', middle: 'Robert', last: 'Smith' })
    await expect(usable(sam, id)).rejects.toMatchObject({ error: 'BankAccountUnready' })
    await house.strikeBankClock()
    expect(await usable(sam, id)).toMatchObject({ id })
    house.passTime(1000)
    await giveName(house, sam.id, { first: 'Jane', last: 'Smith' })
    await house.strikeBankClock()
    expect(await house.list(sam)).toMatchObject([{ state: 'Suspended', reason: 'name-changed' }])
    const { body } = await house.prove(sam, id, { kind: 'deposit' })
    expect(body.data).toMatchObject({ state: 'Rejected', reason: 'name' })
  })

  test('a claim of death is not answered by a new proof', async () => {
    const tom = await house.newOwner('tom')
    const id = await house.addVerified(tom, {
      account: { country: 'MY', bank: 'A bank', number: '112233', bic: 'MBBEMYKL' },
    })
    await inTransaction(house.db, (tx) => suspendAccount(tx, house.accounts, id, 'death-reported', house.now()))
    expect((await house.prove(tom, id, { kind: 'deposit' })).status).toBe(409)
    expect((await house.remove(tom, id)).status).toBe(200)
  })

  test('money that came from it in the own name proves one that waited', async () => {
    const una = await house.newOwner('una')
    const { id } = (
      await house.add(una, { account: { country: 'MY', bank: 'A bank', number: '665544', bic: 'MBBEMYKL' } })
    ).body.data
    const proved = () => inTransaction(house.db, (tx) => provedByRemittance(tx, house.accounts, id, house.now()))
    expect([await proved(), await proved()]).toEqual([true, false])
    expect(await house.list(una)).toMatchObject([{ state: 'Verified', proof: { kind: 'remittance' } }])
    expect(await house.depositOf(id)).toMatchObject({ state: 'Cancelled' })
  })
})

test('after a change of secrets numbers are found under the old key, and then sealed and found under the new one', async () => {
  const vic = await house.newOwner('vic')
  const account = { country: 'MY', bank: 'A bank', number: '31415926', bic: 'MBBEMYKL' }
  const { id } = (await house.add(vic, { account })).body.data
  const code = await house.codeOf(id)
  const newest = createPersonalData(['another secret altogether'])
  const rotated = createPersonalData(['another secret altogether', house.config.PERSONAL_DATA_SECRET])
  const using = { keys: house.identity.keys, personalData: rotated }
  const counted = async (what: string) => (await countKeyUse(house.db, using)).find((use) => use.what === what)
  const found = async (personalData: typeof rotated) =>
    (await accountsOfNumber(house.db, { personalData }, '31415926')).map((each) => each.id)
  expect([await found(rotated), await found(newest)]).toEqual([[id], []])
  expect((await counted('bank accounts'))?.newest).toBe(0)
  await resealAll(house.db, using)
  expect((await counted('bank accounts'))?.older).toBe(0)
  expect([await found(rotated), await found(newest)]).toEqual([[id], [id]])
  expect((await counted('codes of small deposits'))?.older).toBeGreaterThan(0)
  const person = { id: vic.id } as Person
  expect(await enterCode({ ...house.accounts, personalData: rotated }, person, id, code)).toMatchObject({
    state: 'Verified',
  })
})

test('an export has the numbers; whoever is erased leaves accounts without one', async () => {
  const wes = await house.newOwner('wes')
  const account = { country: 'MY', bank: 'A bank', number: '27182818', bic: 'MBBEMYKL' }
  const id = await house.addVerified(wes, { account })
  await house.add(wes, iban(3))
  const { db, files, now } = house
  const desk = { db, files, personalData: house.kyc.personalData, reader: 'command:tester', now }
  const { bankAccounts } = await exportCustomer(desk, 'wes')
  expect(bankAccounts).toMatchObject([
    { holder: 'John Smith', account: { number: '27182818' }, state: 'Verified' },
    { account: { iban: ibans[3] }, state: 'Pending' },
  ])
  await eraseCustomer(desk, 'wes')
  const { rows } = await sql`
    select state, sealed, digest, last_four from bank_accounts where customer = ${wes.id}`.execute(db)
  expect(rows).toEqual(Array(2).fill({ state: 'Removed', sealed: null, digest: null, last_four: '' }))
  expect(await accountsOfNumber(db, house.accounts, '27182818')).toEqual([])
  expect(await house.depositOf(id)).toMatchObject({ state: 'Cancelled' })
})
