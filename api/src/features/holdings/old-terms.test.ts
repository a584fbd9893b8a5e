import { inTransaction } from '@ingot/db/transaction'
import { verifyLedger } from '@ingot/ledger/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertText } from '../content/store.ts'
import { hundredAGram } from '../trade/test-market.ts'
import { createHouse, type Saver } from './test-holdings.ts'

let house: Awaited<ReturnType<typeof createHouse>>
let ann: Saver
beforeAll(async () => {
  house = await createHouse()
  ann = await house.newSaver('ann', { USDT: '1000', QMGT: '5' })
  expect((await ann.buy('GAE', 'USDT', '200')).status).toBe(200)
})
afterAll(() => house.close())

/** Terms that came into force just now, and that nobody has accepted. */
const changeTerms = async () => {
  const publishedOn = house.now().toISOString().slice(0, 10)
  const text = { name: 'term-conditions', title: 'Terms', version: '9.0', publishedOn, changes: 'Much.', sections: [] }
  await inTransaction(house.db, (tx) => insertText(tx, { ...text, name: 'term-conditions' }, null))
  house.passTime(2_000)
  await house.setPrice(hundredAGram)
}

const held = async () => ({
  usdt: await house.balance(ann, 'USDT'),
  qmgt: await house.balance(ann, 'QMGT'),
  gae: await house.held(ann, 'GAE'),
})

const swapOf = (side: 'buy' | 'sell', amount: string) => ({ pair: 'QMGT/USDT', side, amount, of: 'pay' }) as const

test('under old terms what one has is sold and ended, and nothing is begun until the new ones are accepted', async () => {
  const { data: early } = (await ann.quote(swapOf('buy', '100'))).body
  await changeTerms()
  const before = await held()
  const refused = [
    // Also at a quote that was made before.
    await ann.swap(early.id),
    await ann.trade(swapOf('buy', '100')),
    await ann.buy('GAE', 'USDT', '100'),
    await ann.buy('GAEX', 'USDT', '100'),
    await ann.convert('1'),
  ]
  expect(refused.map(({ body }) => body.error?.name)).toEqual(Array(5).fill('TermsNotAccepted'))
  expect(await held()).toEqual(before)

  const [lot] = await ann.holdings()
  expect((await ann.trade(swapOf('sell', '2'))).status).toBe(200)
  expect((await ann.sell({ amount: '1' })).status).toBe(200)
  expect((await ann.end(lot.id, 'USDT', '1')).status).toBe(200)
  expect((await held()).qmgt).toBe('2')

  const accepted = { texts: [{ name: 'term-conditions', version: '9.0' }] }
  expect((await ann.client.post('/consents', accepted)).status).toBe(200)
  expect((await ann.trade(swapOf('buy', '100'))).status).toBe(200)
  expect((await ann.buy('GAE', 'USDT', '100')).status).toBe(200)
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
})
