import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankOf } from '../../bank/bank.ts'
import { followBank } from '../../bank/following.ts'
import { type TestEntry, writeTestStatement } from '../../bank/test-statement.ts'
import { bankEnv, createRemitHouse, type RemitHouse, referenceOf } from './test-remittances.ts'

const inbox = mkdtempSync(join(tmpdir(), 'ingot-remit-'))
mkdirSync(join(inbox, 'done'))
let house: RemitHouse
beforeAll(async () => {
  house = await createRemitHouse({ BANK_INBOX: inbox })
})
afterAll(async () => {
  await house.close()
  rmSync(inbox, { recursive: true })
})

let [sequence, cents] = [0, 0n]
const text = (sum: bigint) => `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`

/** A statement of the bank's own channel with so many entries, worked to its end. */
const bring = async (...entries: TestEntry[]) => {
  const opening = text(cents)
  for (const { amount, out } of entries) cents += (out ? -1n : 1n) * BigInt(amount.replace('.', ''))
  sequence += 1
  const statement = { sequence, opening, closing: text(cents), entries, account: bankEnv.BANK_IBAN }
  writeFileSync(join(inbox, `${sequence}.xml`), writeTestStatement(statement))
  await followBank(bankOf(house.deps), house.part ? [house.part] : [])()
  await house.book()
}

test('a statement brings a remittance, and another one takes it back after the gold was ended: owed, stopped, settled, free', async () => {
  const ann = await house.newRemitter('ann')
  const made = await ann.announce('1000')
  const sent = { name: 'SMITH JOHN', account: ann.iban, reference: referenceOf(made), ref: 'IN-1' }
  await bring({ amount: '1000.00', ...sent })
  const booked = await ann.remittance(made.id)
  expect(booked.state).toBe('Booked')
  expect((await ann.endGca(booked.booked?.holding ?? '', 'USDT', '9')).status).toBe(200)
  // What lies at the bank besides is enough for what it takes back.
  await bring({ amount: '500.00', name: 'Peter Jones' })
  await bring({ amount: '1000.00', out: true, reversal: true, ref: 'OUT-1', undoes: 'IN-1', account: ann.iban })
  expect((await ann.remittance(made.id)).state).toBe('Reversed')
  expect(await house.usd.owed(ann)).toBe('904.5')
  const next = await ann.announce('2000')
  await bring({ amount: '2000.00', ...sent, reference: referenceOf(next), ref: 'IN-2' })
  expect(await ann.remittance(next.id)).toMatchObject({ state: 'Booked', settled: '904.5' })
  expect((await ann.debts()).owed).toBe('0')
  expect(await house.verify()).toBeUndefined()
})

test('somebody else’s money of a statement is held, goes back by a payment, and ends when the bank has paid it', async () => {
  const bob = await house.newRemitter('bob')
  const made = await bob.announce('400')
  const payer = { name: 'Peter Jones', account: 'NL91ABNA0417164300', reference: referenceOf(made) }
  await bring({ amount: '400.00', ...payer, ref: 'IN-3' })
  expect(await bob.remittance(made.id)).toMatchObject({ state: 'Held', reason: 'third-party' })
  await house.goTo('2026-11-13T10:00:00Z')
  await house.endAll()
  expect((await bob.remittance(made.id)).state).toBe('Returning')
  const fin = await house.newOperator('finance-a', ['Finance'])
  const proof = await house.proofOf(fin)
  const sent = await fin.client.post(
    '/operator/bank/files',
    { reason: 'daily run', ...proof },
    { 'idempotency-key': 'a'.repeat(20) },
  )
  expect(sent.body.data).toMatchObject({ payments: 1, sum: '400' })
  const [payment] = await house.paymentsOf(made.id)
  const end = `IG${payment?.id.replaceAll('-', '').slice(0, 30).toUpperCase()}`
  await bring({ amount: '400.00', out: true, name: 'Peter Jones', account: payer.account, end })
  expect((await bob.remittance(made.id)).state).toBe('Returned')
  await bring({ amount: '390.00', code: 'AC04', end, name: 'Peter Jones', account: payer.account })
  expect(await bob.remittance(made.id)).toMatchObject({ state: 'Held', reason: 'return-failed' })
  expect(await house.verify()).toBeUndefined()
})
