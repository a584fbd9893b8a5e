import { randomUUID } from 'node:crypto'
import { houseAccount } from '@ingot/ledger/account'
import { readOpenBalances } from '@ingot/ledger/open-balance'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operator } from '../approvals/test-approvals.ts'
import { day } from '../features/identity/test-people.ts'
import type { BankPart } from './part.ts'
import { endToEndIdOf } from './rules.ts'
import { createBanking } from './test-bank.ts'
import type { TestEntry } from './test-statement.ts'

// What operators decide about lines and payments: two of them, or by another one than had a part in it.

const known = randomUUID()
const [suspense, treasury] = [houseAccount('USD', 'suspense'), houseAccount('USD', 'treasury')]
const returned: string[] = []
let owner = ''
const part: BankPart = {
  proposals: async (_tx, { text }) =>
    text.includes('RF')
      ? [{ remittance: known, number: '12', customer: owner, why: 'The only one from this account' }]
      : [],
  match: {
    look: async (_tx, line, remittance) =>
      remittance === known
        ? { version: '1', customer: owner, facts: [{ name: 'Remittance', value: `12 gets ${line.cents}` }], told: null }
        : undefined,
    do: async (tx, line, remittance) => {
      const moves = [move(amountOf('USD', line.cents), { from: suspense, to: treasury })]
      await post(tx, { reference: `match:${line.id}`, kind: 'test', causedBy: 'test', moves })
      return { customer: owner, subject: `remittance:${remittance}`, became: 'Matched with remittance 12' }
    },
  },
  payments: { payout: { returned: async (_tx, { id }, { why }) => void returned.push(`${id} ${why}`) } },
}

let house: Awaited<ReturnType<typeof createBanking>>
beforeAll(async () => {
  house = await createBanking([part])
  await house.newCustomer('ann')
  const { rows } = await sql<{ id: string }>`select id from customers where username = 'ann'`.execute(house.db)
  owner = rows[0]?.id ?? ''
})
afterAll(() => house.close())

let [sequence, balance] = [0, 5_000n]
const dollars = (whole: bigint) => `${whole}.00`
/** The next statement; amounts in whole dollars. */
const bring = async (...entries: TestEntry[]) => {
  const opening = balance
  for (const { amount, out } of entries) balance += BigInt(out ? -amount : amount)
  const written = entries.map((entry) => ({ ...entry, amount: `${entry.amount}.00` }))
  await house.bring({ sequence: ++sequence, opening: dollars(opening), closing: dollars(balance), entries: written })
  const { data } = (await house.anna.client.get('/operator/bank/lines')).body
  return data[0]
}
const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string }>`select state from bank_lines where id = ${id}`.execute(house.db)
  return rows[0]?.state
}
const lineOf = (action: string, id: string, given: Record<string, string> = {}) => ({
  action,
  thing: `line:${id}`,
  given,
})
const logIn = async () => {
  for (const operator of [house.anna, house.bert, house.cora]) await house.logInAgain(operator)
}

describe('a line in suspense', () => {
  test('is matched by two operators with what was proposed', async () => {
    const line = await bring({ amount: '40', text: 'RF without a number', ref: 'M1' })
    expect(line).toMatchObject({ state: 'Suspense', proposals: [{ remittance: known, customer: { username: 'ann' } }] })
    const unknown = lineOf('match-line', line.id, { remittance: randomUUID() })
    expect((await house.ask(house.anna, unknown)).status).toBe(404)
    const asked = await house.askedBy(house.anna, lineOf('match-line', line.id, { remittance: known }))
    expect((await house.decide(house.anna, 'approve', asked)).status).toBe(403)
    expect(await stateOf(line.id)).toBe('Suspense')
    expect((await house.decide(house.bert, 'approve', asked)).status).toBe(200)
    expect(await house.inHouse('suspense')).toBe(0n)
    const { data } = (await house.anna.client.get('/operator/bank/lines')).body
    expect(data[0]).toMatchObject({
      state: 'Taken',
      became: 'Matched with remittance 12',
      customer: { username: 'ann' },
    })
    expect((await house.ask(house.anna, lineOf('return-line', line.id))).status).toBe(409)
  })

  test('is returned by two, of whom none sends it; seen to leave it is Returned, and what comes back is in suspense again', async () => {
    const line = await bring({ amount: '60', name: 'Étienne Ławsky', ref: 'M2' })
    const asked = await house.askedBy(house.anna, lineOf('return-line', line.id))
    expect((await house.decide(house.bert, 'approve', asked)).status).toBe(200)
    expect(await stateOf(line.id)).toBe('Returning')
    expect((await house.send(house.anna)).body.error.name).toBe('NothingToSend')
    expect((await house.send(house.bert)).body.error.name).toBe('NothingToSend')
    const { body } = await house.send(house.cora)
    expect(body.data).toMatchObject({ payments: 1, sum: '60', madeBy: 'cora' })
    const { raw } = await house.cora.client.get(`/operator/bank/files/${body.data.id}`)
    expect(raw.toString()).toContain('<Nm>Etienne Lawsky</Nm>')
    expect(raw.toString()).toContain('<InstdAmt Ccy="USD">60.00</InstdAmt>')
    const { data } = (await house.anna.client.get('/operator/bank/payments')).body
    const { endToEndId: end } = data[0]
    await bring({ amount: '60', out: true, end, ref: 'M3' })
    expect(await stateOf(line.id)).toBe('Returned')
    await bring({ amount: '59', code: 'AC04', end, ref: 'M4' })
    expect(await stateOf(line.id)).toBe('Suspense')
    expect(await house.inHouse('suspense')).toBe(5_900n)
  })

  test('is kept by two as the house’s own, or as what the card processor paid out, saved dollars first and then fees', async () => {
    const own = await bring({ amount: '30', ref: 'K1' })
    const before = { bank: await house.inHouse('bank'), suspense: await house.inHouse('suspense') }
    const asked = await house.askedBy(house.anna, lineOf('keep-line', own.id, { from: 'house' }))
    expect((await house.decide(house.anna, 'approve', asked)).status).toBe(403)
    expect((await house.decide(house.bert, 'approve', asked)).status).toBe(200)
    expect(await stateOf(own.id)).toBe('Taken')
    expect(await house.inHouse('bank')).toBe(before.bank + 3_000n)
    expect(await house.inHouse('suspense')).toBe(before.suspense - 3_000n)
    // Cards were charged 100 dollars, of which 3 are a fee.
    const [charged, fee] = [amountOf('USD', 9_700n), amountOf('USD', 300n)]
    const cards = houseAccount('USD', 'cards')
    const moves = [
      move(charged, { from: cards, to: houseAccount('USD', 'processor') }),
      move(fee, { from: cards, to: houseAccount('USD', 'fees') }),
    ]
    await post(house.db, { reference: 'charged', kind: 'test', causedBy: 'test', moves })
    const paid = await bring({ amount: '99', name: 'Card Processor', ref: 'K2' })
    const again = await house.askedBy(house.anna, lineOf('keep-line', paid.id, { from: 'processor' }))
    expect((await house.decide(house.bert, 'approve', again)).status).toBe(200)
    expect(await house.inHouse('processor')).toBe(0n)
    expect(await house.inHouse('bank')).toBe(before.bank + 3_000n + 9_700n)
    expect(await house.inHouse('suspense')).toBe(before.suspense - 3_000n)
    const open = await readOpenBalances(house.db)
    expect(open.find(({ purpose }) => purpose === 'cards')?.units).toBe(-100n)
    const { data } = (await house.anna.client.get('/operator/bank')).body
    expect(data.difference).toBe('0')
  })

  test('goes back after ten days by itself, once, unless two are about to decide', async () => {
    const line = await bring({ amount: '70', ref: 'M5' })
    const other = await bring({ amount: '80', text: 'RF', ref: 'M6' })
    house.passTime(8 * day)
    await logIn()
    await house.follow()
    expect(await stateOf(line.id)).toBe('Suspense')
    await house.askedBy(house.anna, lineOf('match-line', other.id, { remittance: known }))
    house.passTime(2 * day)
    await logIn()
    await house.follow()
    expect([await stateOf(line.id), await stateOf(other.id)]).toEqual(['Returning', 'Suspense'])
    // What came back once is not sent after it again and again.
    expect((await house.send(house.anna)).body.data).toMatchObject({ payments: 1, sum: '70' })
  })

  test('that the bank takes back while its return waits is not paid twice', async () => {
    const line = await bring({ amount: '90', ref: 'M7' })
    const asked = await house.askedBy(house.anna, lineOf('return-line', line.id))
    await house.decide(house.bert, 'approve', asked)
    await bring({ amount: '90', out: true, reversal: true, ref: 'M8', undoes: 'M7' })
    expect(await stateOf(line.id)).toBe('Reversed')
    expect((await house.send(house.cora)).body.error.name).toBe('NothingToSend')
  })
})

describe('payments', () => {
  const idOf = (operator: Operator) => operator.id

  test('are sent by nobody who approved them, each once, however many send at the same time', async () => {
    const orders = []
    for (let count = 0; count < 6; count++)
      orders.push(await house.order({ approvedBy: count < 3 ? [idOf(house.anna)] : [idOf(house.bert)] }))
    const shown = (await house.anna.client.get('/operator/bank/payments?state=Ready')).body.data
    expect(shown.map(({ maySend }: { maySend: boolean }) => maySend)).toEqual([true, true, true, false, false, false])
    const answers = await Promise.all([house.anna, house.bert, house.cora].map((operator) => house.send(operator)))
    const sent = answers.filter(({ status }) => status === 200).map(({ body }) => body.data)
    expect(sent.reduce((sum, { payments }) => sum + payments, 0)).toBe(6)
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from bank_payments p join payment_files f on f.id = p.file
      where f.made_by = any(p.approved_by)`.execute(house.db)
    expect(rows[0]?.wrong).toBe(0)
    expect(await house.inHouse('in-transit')).toBe(6n * 10_000n + 7_000n)
  })

  test('even past the code, the database refuses that whoever approved it sends it', async () => {
    const { id } = await house.order({ approvedBy: [idOf(house.anna)] })
    const file = sql`select id from payment_files where made_by = ${house.anna.id} limit 1`
    const update = sql`
      update bank_payments set state = 'Sent', file = (${file}), sent_at = now() where id = ${id}`.execute(house.db)
    await expect(update).rejects.toThrow('was approved by who sends it')
    expect((await house.send(house.bert)).status).toBe(200)
  })

  test('the same call again gives the same file, byte for byte, and each opening is written down', async () => {
    await house.order({
      to: { number: '00112233', bic: 'MBBEMYKL', bank: 'Maybank', country: 'MY' },
      text: 'a < b & “c”',
    })
    const key = randomUUID()
    const { body } = await house.send(house.cora, key)
    expect((await house.send(house.cora, key)).body.data).toEqual(body.data)
    const path = `/operator/bank/files/${body.data.id}`
    const [one, two] = [await house.anna.client.get(path), await house.anna.client.get(path)]
    expect(one.raw.equals(two.raw)).toBe(true)
    expect(one.headers['content-disposition']).toContain(body.data.name)
    expect(one.raw.toString()).toContain('<BICFI>MBBEMYKL</BICFI>')
    expect(one.raw.toString()).toContain('<Ustrd>a . b . .c.</Ustrd>')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_lines where action = 'open-payment-file'`.execute(house.db)
    expect(rows[0]?.count).toBe(3)
    expect((await house.anna.client.get('/operator/bank/files')).body.data[0]).toEqual(body.data)
  })

  test('more than there is at the bank is not sent, and nothing of it is', async () => {
    const { id } = await house.order({ cents: 100_000_000n })
    expect((await house.send(house.cora)).body.error.name).toBe('BankTooLow')
    const { data } = (await house.anna.client.get('/operator/bank/payments?state=Ready')).body
    expect(data.map((payment: { id: string }) => payment.id)).toContain(id)
    await sql`select 1`.execute(house.db)
  })

  test('one that the bank refused is taken back by two, once', async () => {
    const { rows } = await sql<{
      id: string
    }>`select id from bank_payments where state = 'Sent' and kind = 'payout' limit 1`.execute(house.db)
    const id = rows[0]?.id ?? ''
    const before = await house.inHouse('bank')
    const asked = await house.askedBy(house.anna, { action: 'fail-payment', thing: `payment:${id}` })
    expect((await house.decide(house.bert, 'approve', asked)).status).toBe(200)
    expect(await house.inHouse('bank')).toBe(before + 10_000n)
    expect(returned).toEqual([`${id} The bank refused it.`])
    const line = await bring({ amount: '100', out: true, end: endToEndIdOf(id), ref: 'Z1' })
    expect(line.state).toBe('Unexplained')
  })
})
