import { houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bankHealth } from './overview.ts'
import type { BankPart, Line, Taken } from './part.ts'
import { endToEndIdOf } from './rules.ts'
import { createBanking } from './test-bank.ts'
import type { TestEntry } from './test-statement.ts'

// What becomes of lines of the bank and of payments, with a feature behind them that takes what names it.

const usd = (cents: bigint) => amountOf('USD', cents)
const [outside, held] = [houseAccount('USD', 'outside'), houseAccount('USD', 'treasury')]
const told: string[] = []
const part: BankPart = {
  credit: async (tx, line: Line): Promise<Taken | undefined> => {
    if (!line.text.includes('mine')) return
    const moves = [move(usd(line.cents), { from: outside, to: held })]
    await post(tx, { reference: `test:${line.id}`, kind: 'test', causedBy: 'test', moves })
    told.push(`credit ${line.cents} of ${line.name}${line.ultimateName ? ` for ${line.ultimateName}` : ''}`)
    return { customer: null, subject: `mine:${line.id}`, became: 'Mine' }
  },
  reversal: async (tx, line, original) => {
    const moves = [move(usd(line.cents), { from: held, to: outside })]
    await post(tx, { reference: `test:${line.id}`, kind: 'test', causedBy: 'test', moves })
    told.push(`reversal of ${original.subject === `mine:${original.id}`} ${line.cents}`)
    return { customer: null, subject: original.subject, became: 'Taken back' }
  },
  payments: {
    payout: {
      sent: async (_tx, { cents }) => void told.push(`sent ${cents}`),
      paid: async (_tx, { cents }) => void told.push(`paid ${cents}`),
      returned: async (_tx, _payment, { cents, why }) => void told.push(`returned ${cents}: ${why}`),
    },
  },
}

let house: Awaited<ReturnType<typeof createBanking>>
beforeAll(async () => {
  house = await createBanking([part])
})
afterAll(() => house.close())
beforeEach(() => void told.splice(0))

let sequence = 0
let balance = 100_000n
const dollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
const centsOf = (text: string) => BigInt(text.replace('.', ''))
/** The next statement, with these entries; amounts with two decimals. */
const bring = async (...entries: TestEntry[]) => {
  const opening = balance
  for (const { amount, out, status } of entries)
    if ((status ?? 'BOOK') === 'BOOK') balance += out ? -centsOf(amount) : centsOf(amount)
  await house.bring({ sequence: ++sequence, opening: dollars(opening), closing: dollars(balance), entries })
}
const last = async () => (await house.linesNow()).at(-1)
const expectAgreed = async () => expect(-(await house.outside())).toBe(balance)

describe('lines', () => {
  test('the first statement brings what the account held before; later ones bring their lines alone', async () => {
    await bring()
    expect(await house.inHouse('bank')).toBe(100_000n)
    await bring({ amount: '5.00', status: 'PDNG' }, { amount: '6.00', status: 'INFO' })
    expect(await house.linesNow()).toEqual([])
    await expectAgreed()
  })

  test('a feature takes what is its own, in the order of the lines; the rest goes into suspense', async () => {
    await bring(
      { amount: '10.00', text: 'mine', name: 'One', ref: 'A1' },
      { amount: '20.00', text: 'whose', name: 'Two', ref: 'A2' },
      { amount: '30.00', text: 'mine', name: 'Three', ultimate: 'Behind', ref: 'A3' },
    )
    expect(told).toEqual(['credit 1000 of One', 'credit 3000 of Three for Behind'])
    expect((await house.linesNow()).map(({ state }) => state)).toEqual(['Taken', 'Suspense', 'Taken'])
    expect(await house.inHouse('suspense')).toBe(2_000n)
    await house.follow()
    expect(told).toHaveLength(2)
    await expectAgreed()
  })

  test('an entry with several transactions is as many lines if they add up to it, and one without a name if not', async () => {
    const parts = [
      { amount: '1.00', name: 'Ann' },
      { amount: '2.00', name: 'Ben' },
    ]
    await bring({ amount: '3.00', parts, ref: 'B1' }, { amount: '4.00', parts, ref: 'B2' })
    const { data } = (await house.anna.client.get('/operator/bank/lines?state=Suspense')).body
    expect(data.slice(0, 3).map(({ name, amount }: { name: string; amount: string }) => [name, amount])).toEqual([
      [null, '4'],
      ['Ben', '2'],
      ['Ann', '1'],
    ])
    await expectAgreed()
  })

  test('what the bank takes back goes to whoever took it, by the bank’s reference or by what both have in common', async () => {
    await bring({ amount: '11.00', text: 'mine', ref: 'C1' }, { amount: '12.00', text: 'mine', ref: 'C2', end: 'E-12' })
    await bring({ amount: '11.00', out: true, reversal: true, ref: 'C3', undoes: 'C1' })
    await bring({ amount: '12.00', out: true, code: 'AC04', end: 'E-12' })
    expect(told.slice(2)).toEqual(['reversal of true 1100', 'reversal of true 1200'])
    const became = (await house.linesNow()).slice(-4).map(({ state }) => state)
    expect(became).toEqual(['Reversed', 'Reversed', 'Taken', 'Taken'])
    await bring({ amount: '11.00', out: true, reversal: true, ref: 'C4', undoes: 'C1' })
    expect((await last())?.state).toBe('Unexplained')
    await expectAgreed()
  })

  test('a part of what came goes back to whoever took it, and then another one', async () => {
    await bring({ amount: '11.00', text: 'mine', ref: 'G1' })
    await bring(
      { amount: '4.00', out: true, reversal: true, ref: 'G2', undoes: 'G1' },
      { amount: '7.00', out: true, reversal: true, ref: 'G3', undoes: 'G1' },
    )
    expect(told.slice(1)).toEqual(['reversal of true 400', 'reversal of true 700'])
    expect((await house.linesNow()).slice(-3).map(({ state }) => state)).toEqual(['Taken', 'Taken', 'Taken'])
    await expectAgreed()
  })

  test('what the bank takes back while it is in suspense leaves from there', async () => {
    const before = await house.inHouse('suspense')
    await bring({ amount: '13.00', ref: 'D1' }, { amount: '13.00', out: true, reversal: true, ref: 'D2', undoes: 'D1' })
    expect(await house.inHouse('suspense')).toBe(before)
    expect((await house.linesNow()).slice(-2).map(({ state }) => state)).toEqual(['Reversed', 'Taken'])
    await expectAgreed()
  })

  test('money that leaves without a reason of ours alarms, and waits for Finance, who says what it was', async () => {
    await bring({ amount: '7.00', out: true, name: 'Bank', text: 'fees of the month' })
    expect((await last())?.state).toBe('Unexplained')
    const problems = (await bankHealth(house.bank)).map(({ problem }) => problem)
    expect(problems).toEqual(['money left the bank unexplained'])
    const queue = '/operator/queues/bank-unexplained'
    const { data } = (await house.anna.client.get(queue)).body
    const { id } = data.find((each: object) => JSON.stringify(each).includes('fees of the month'))
    const reason = 'fees for the account'
    const decided = await house.anna.client.post(`${queue}/${id}/decide`, { action: 'explain-debit', reason })
    expect(decided.status).toBe(200)
    expect((await last())?.became).toBe(reason)
    await expectAgreed()
  })
})

describe('payments', () => {
  test('one that is sent, seen to leave, and comes back in part', async () => {
    const { id } = await house.order({ cents: 2_500n })
    const inBank = await house.inHouse('bank')
    const sent = await house.send(house.anna)
    expect(sent.status).toBe(200)
    expect(await house.inHouse('in-transit')).toBe(2_500n)
    const end = endToEndIdOf(id)
    await bring({ amount: '25.00', out: true, end, ref: 'P1' })
    expect(await house.inHouse('in-transit')).toBe(0n)
    await bring({ amount: '24.00', code: 'AC03', end, ref: 'P2', text: 'no such account' })
    expect(told).toEqual(['sent 2500', 'paid 2500', 'returned 2400: The bank sent it back. AC03 no such account'])
    expect(await house.inHouse('bank')).toBe(inBank - 100n)
    const { data } = (await house.anna.client.get('/operator/bank/payments')).body
    expect(data[0]).toMatchObject({ id, state: 'Returned', amount: '25', lastFour: '6819', maySend: false })
    await expectAgreed()
  })

  test('one that comes back before it is seen to leave, and one that somebody only names', async () => {
    const { id } = await house.order({ cents: 300n })
    await house.send(house.anna)
    const end = endToEndIdOf(id)
    await bring({ amount: '3.00', end, ref: 'Q1', text: 'a stranger who read the name of it' })
    expect((await last())?.state).toBe('Suspense')
    await bring({ amount: '3.00', code: 'AC04', end, ref: 'Q2' }, { amount: '3.00', out: true, end, ref: 'Q3' })
    expect(await house.inHouse('in-transit')).toBe(0n)
    await bring({ amount: '3.00', out: true, end, ref: 'Q4' })
    expect((await last())?.state).toBe('Unexplained')
    await expectAgreed()
  })
})
