import { assayNames, withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import { verifyLedger } from '@ingot/ledger/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withdrawalsHealth } from './figures.ts'
import { findWithdrawal } from './store.ts'
import { createVaultDesk } from './test-vault-desk.ts'

// The worst day: the parcel is lost, or comes back. It is made good in grams, by two.

const day = 24 * 3600_000

let desk: Awaited<ReturnType<typeof createVaultDesk>>
beforeAll(async () => {
  desk = await createVaultDesk()
  await desk.addBars('10', 12)
})
afterAll(async () => {
  expect(await verifyLedger(desk.db, undefined)).toMatchObject({ ok: true })
  await desk.close()
})

const assayOf = async (id: string, grossGrams: string, fineness = '999.9') => {
  const kept = await findWithdrawal(desk.db, id)
  const names = kept?.bars.map((bar) => assayNames(bar.id)) ?? []
  return Object.fromEntries([
    ['reference', 'Assay 12/26'],
    ...names.flatMap((name) => [
      [name.fineness, fineness],
      [name.grossGrams, grossGrams],
    ]),
  ]) as Record<string, string>
}
const askedFor = async (action: string, id: string, given: Record<string, string> = {}) =>
  (await desk.ask(desk.approver, { action, thing: withdrawalThing(id), given })).body
test('what was lost is credited in QMGT, and its fees come back', async () => {
  const ann = await desk.newTaker('ann', { QMGT: '50', USDT: '500' })
  const { id } = await desk.inState(ann, 'Lost')
  expect(await desk.places(ann, 'QMGT')).toEqual({ available: '40.001', withdrawing: '0' })
  const asked = await desk.askedBy(desk.approver, { action: 'credit-withdrawal', thing: withdrawalThing(id) })
  const { body } = await desk.packer.client.get('/operator/approvals?show=for-me')
  expect(body.data[0].after).toEqual([
    { name: 'Withdrawal', value: 'Credited: it ends with this' },
    { name: 'The customer gets', value: '9.999000 QMGT from the treasury' },
    { name: 'Fees', value: expect.stringMatching(/^The fees of [0-9.]+ USDT are given back\.$/) },
  ])
  expect((await desk.decide(desk.packer, 'approve', asked)).body.data?.state).toBe('done')
  expect(await desk.places(ann, 'QMGT')).toEqual({ available: '50', withdrawing: '0' })
  expect(await desk.places(ann, 'USDT')).toEqual({ available: '500', withdrawing: '0' })
  const told = await desk.read(ann, id)
  expect(told).toMatchObject({ state: 'Credited', credited: { grams: '9.999' } })
  expect(told.credited.fees).toBe(told.fees.total)
})

test('what was lost is replaced by a bar of the same size, without a fee, and that one is packed by another', async () => {
  const ben = await desk.newTaker('ben', { QMGT: '50', USDT: '500' })
  const { id, number, serials } = await desk.inState(ben, 'Lost')
  const paid = await desk.places(ben, 'USDT')
  expect((await desk.decideTogether('replace-withdrawal', id)).body.data?.state).toBe('done')
  expect(await desk.read(ben, id)).toMatchObject({ state: 'Replaced' })
  const { body } = await ben.client.get('/withdrawals?state=Approved')
  const [next] = body.data
  expect(next).toMatchObject({ replaces: number, asset: 'QMGT', grams: '9.999', fees: { total: '0' } })
  expect(next.bars[0].serial).not.toBe(serials[0])
  expect(await desk.places(ben, 'QMGT')).toEqual({ available: '40.001', withdrawing: '9.999' })
  expect((await desk.pack(desk.packer, next.id, [next.bars[0].serial])).body.error.name).toBe('Forbidden')
  expect((await desk.pack(desk.approver, next.id, [next.bars[0].serial])).status).toBe(200)
  expect(await desk.look(desk.packer, next.id)).toMatchObject({ address: { country: expect.any(String) } })
  expect((await desk.step(desk.packer, next.id, 'send', { tracking: desk.newTracking() })).status).toBe(200)
  await desk.deliver(next.id)
  expect((await desk.read(ben, next.id)).state).toBe('Delivered')
  expect(await desk.places(ben, 'USDT')).toEqual(paid)
})

test('what came back is in the register again after an assay, as it was found, and the fees stay', async () => {
  const cleo = await desk.newTaker('cleo', { QMGT: '50', USDT: '500' })
  const { id, serials } = await desk.inState(cleo, 'Returned')
  const paid = await desk.places(cleo, 'USDT')
  const wrong: Record<string, string>[] = [
    {},
    { reference: 'A1' },
    { ...(await assayOf(id, '10')), 'fineness-99999': '999.9' },
    await assayOf(id, '0'),
    await assayOf(id, '10', '1001'),
    await assayOf(id, '-1'),
    await assayOf(id, '1e3'),
  ]
  for (const given of wrong) {
    const { error } = await askedFor('take-back-withdrawal', id, given)
    expect([given, error?.name]).toEqual([given, 'InvalidInput'])
  }
  // What was scratched off on its way is the house's loss, not the customer's.
  const { body } = await desk.decideTogether('take-back-withdrawal', id, await assayOf(id, '9.9'))
  expect(body.data?.state).toBe('done')
  const { body: found } = await desk.packer.client.get(`/operator/vault/bars?search=${serials[0]}`)
  expect(found.data.map((bar: object) => bar)).toMatchObject([
    { round: 2, grossGrams: '9.9', fineGrams: '9.89901', leftAt: null },
    { round: 1, grossGrams: '10', leftAt: expect.any(String) },
  ])
  expect(await desk.places(cleo, 'QMGT')).toEqual({ available: '50', withdrawing: '0' })
  expect(await desk.places(cleo, 'USDT')).toEqual(paid)
  expect(await desk.read(cleo, id)).toMatchObject({ state: 'Credited', credited: { grams: '9.999', fees: '0' } })
})

test('without gold in the treasury, or bars in the vault, it says so and nothing is done', async () => {
  const dora = await desk.newTaker('dora', { QMGT: '50', USDT: '500' })
  const { id } = await desk.inState(dora, 'Lost')
  const rest = await desk.newTaker('rest', { QMGT: '200', USDT: '5000' })
  const { bars } = await desk.offer(rest)
  await desk.requestOne(rest, { 10: bars.find(({ size }: { size: string }) => size === '10').left })
  expect((await askedFor('replace-withdrawal', id)).error.message).toBe(
    'The vault has too few free bars: 1 × 10 g more would be needed.',
  )
  await desk.give(dora.id, 'QMGT', await desk.balance('treasury', 'QMGT'))
  for (const action of ['credit-withdrawal', 'replace-withdrawal'])
    expect((await askedFor(action, id)).error.message).toContain('Please issue some first.')
  expect((await desk.read(dora, id)).state).toBe('Lost')
})

test('an alarm is there while something waits too long, and before a loss is thirty days old', async () => {
  const names = async () => (await withdrawalsHealth(desk)).map(({ name }) => name)
  expect(await names()).toEqual([])
  desk.passTime(5 * day + 60_000)
  expect(await names()).toEqual(['withdrawals'])
  desk.passTime(20 * day)
  expect(await names()).toEqual(['withdrawals', 'withdrawals-lost'])
})
