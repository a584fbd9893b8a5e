import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { codeOf } from './release.ts'
import { findWithdrawal } from './store.ts'
import { createVaultDesk } from './test-vault-desk.ts'

// A customer who said too many wrong codes at the counter gets a new one, and nobody guesses for ever.

let house: Awaited<ReturnType<typeof createVaultDesk>>
beforeAll(async () => {
  house = await createVaultDesk()
  await house.addBars('10', 2)
})
afterAll(() => house.close())

const codeNow = async (id: string) => {
  const kept = await findWithdrawal(house.db, id)
  return (kept && codeOf(house.kyc, kept)) ?? ''
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const handOver = (id: string, code: string) => house.step(house.packer, id, 'hand-over', { code })
const renew = (id: string) => house.step(house.packer, id, 'new-code', { reason: 'mistyped it' })

const readyOne = async (name: string) => {
  const { id, serials } = await house.requestOne(await house.newTaker(name), { 10: 1 }, { way: 'collect' })
  expect((await house.decideAlone(house.approver, 'approve-withdrawal', id)).status).toBe(200)
  expect((await house.pack(house.packer, id, serials)).status).toBe(200)
  expect((await house.step(house.packer, id, 'new-code', { reason: 'too soon' })).status).toBe(409)
  expect((await house.step(house.packer, id, 'ready')).status).toBe(200)
  return id
}

test('after five wrong codes none is taken, and a new one is', async () => {
  const id = await readyOne('mia')
  const first = await codeNow(id)
  for (let tries = 0; tries < policy.withdrawalDates.wrongCodes; tries++)
    expect((await handOver(id, wrongOf(first))).body.error.name).toBe('ReleaseRefused')
  expect((await handOver(id, first)).body.error.name).toBe('ReleaseRefused')
  expect((await house.look(house.packer, id)).wrongCodes).toBe(5)
  const { body } = await renew(id)
  expect(JSON.stringify(body)).not.toContain(await codeNow(id))
  expect((await house.look(house.packer, id)).wrongCodes).toBe(0)
  expect((await handOver(id, await codeNow(id))).body.data?.state).toBe('Delivered')
  expect((await renew(id)).body.error.name).toBe('StateChanged')
})

test('there are so many codes and no more', async () => {
  const id = await readyOne('noa')
  for (let codes = 1; codes < policy.withdrawalDates.codesMost; codes++) expect((await renew(id)).status).toBe(200)
  expect((await renew(id)).body.error.message).toContain('as many codes')
})
