import { inTransaction } from '@ingot/db/transaction'
import { readBars, takeInBar } from '@ingot/ledger/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople } from '../identity/test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

test('bars are told to anybody, found by serial or refiner, as a page, a table and a whole, without for whom they are kept', async () => {
  const bar = {
    refiner: 'Argor',
    serial: 'B-17',
    brand: 'Argor-Heraeus',
    fineness: '999.9',
    grossGrams: '100',
    year: 2024,
  }
  const other = { refiner: 'Testra', serial: 'T-1', fineness: '999.9', grossGrams: '10' }
  for (const each of [other, bar]) await inTransaction(people.db, (tx) => takeInBar(tx, each, 'test'))
  const visitor = people.newClient()
  const shown = { ...bar, fineGrams: '99.99', vault: 'Main vault' }
  for (const search of ['b-1', 'argor'])
    expect((await visitor.get(`/reserves/bars?search=${search}`)).body).toEqual({
      data: [shown],
      meta: { cursor: null },
    })
  expect((await visitor.get('/reserves/bars?search=none')).body.data).toEqual([])
  expect((await visitor.get('/reserves/bars.json')).body.data).toHaveLength((await readBars(people.db)).length)
  const file = await visitor.get('/reserves/bars.csv')
  expect(file.raw.toString().split('\r\n').slice(0, 2)).toEqual([
    'Serial,Brand,Refiner,Gross grams,Fineness,Fine grams,Year,Vault',
    'B-17,Argor-Heraeus,Argor,100,999.9,99.99,2024,Main vault',
  ])
  for (const odd of ['?cursor=x', '?search=%00', '?more=1'])
    expect((await visitor.get(`/reserves/bars${odd}`)).status).toBe(400)
})
