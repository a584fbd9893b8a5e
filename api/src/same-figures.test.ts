import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, hundredAGram, type Trader } from './features/trade/test-market.ts'
import { createHolders, someAddress } from './features/wallet/test-wallet.ts'

type Sum = { asset: string; amount: string }
type Told = { paid?: string; received?: string; fee?: string; price?: string }

const text = ({ asset, amount }: Sum) => `${amount} ${asset}`
const together = (sums: Sum[]) => sums.map(text).join('; ')

/** A thing told by what its customer paid in all, what he received, the fee in it, and the price. */
const ofTrade = ({ pay, receive, fee, price }: Record<'pay' | 'receive' | 'fee', Sum> & { price: string }) => ({
  paid: text(pay),
  received: text(receive),
  fee: text(fee),
  price,
})
const ofMovement = ({ outgoing, incoming, fees }: Record<'outgoing' | 'incoming' | 'fees', Sum[]>) => ({
  paid: together(outgoing),
  received: together(incoming),
  fee: together(fees),
})
const ofPriced = (movement: Parameters<typeof ofMovement>[0] & { price: string }): Told => ({
  ...ofMovement(movement),
  price: movement.price,
})

/** The newest line of a table, by the names of its columns. */
const newestLine = (csv: Buffer): Record<string, string> => {
  const [head = '', line = ''] = csv.toString().split('\r\n')
  const cells = line.split(',')
  return Object.fromEntries(head.split(',').map((name, index) => [name, cells[index] ?? '']))
}

describe('a trade has the same figures', () => {
  let market: Awaited<ReturnType<typeof createMarket>>
  let trader: Trader
  beforeAll(async () => {
    market = await createMarket()
    await market.fillVault('100000')
    await market.fillTreasury('QMGT', '1000')
    await market.fillTreasury('USDAU', '10000')
    await market.fillTreasury('USDT', '100000')
    await market.setPrice(hundredAGram)
    trader = await market.newTrader('same', { USDT: '5000', QMGT: '20', USDAU: '1000' })
  })
  afterAll(() => market.close())

  test.each([
    ['QMGT/USDT', 'buy', '1000', ['1000 USDT', '9.925373134328358208 QMGT', '2.5 USDT', '100.5']],
    ['QMGT/USDT', 'sell', '10', ['10 QMGT', '992.5125 USDT', '0.025 QMGT', '99.5']],
    ['USDAU/USDT', 'buy', '500.5', ['500.5 USDT', '499.5 USDAU', '0.5005 USDT', '1.001']],
    ['QMGT/USDAU', 'buy', '502', ['502 USDAU', '4.99 QMGT', '1.004 USDAU', '100.4']],
  ])('wherever it is read: %s, %s %s', async (pair, side, amount, [paid = '', received = '', fee = '', price = '']) => {
    const { client } = trader
    const reply = (await trader.trade({ pair, side, amount, of: 'pay' })).body.data
    const [movement] = (await client.get('/movements')).body.data
    const details = (await client.get(`/movements/${movement.number}`)).body.data
    const receipt = (await market.newClient().get(`/transaction-details/${reply.id}/${reply.type}`)).body.data
    const trades = newestLine((await client.get('/trades.csv')).raw)
    const movements = newestLine((await client.get('/movements.csv')).raw)

    const told: Record<string, Told> = {
      overlay: ofTrade(reply),
      trades: ofTrade((await client.get('/trades')).body.data[0]),
      movements: { ...ofMovement(movement), price },
      recent: { ...ofMovement((await client.get('/recent-activities-user')).body.data[0]), price },
      details: ofPriced(details),
      receipt: ofPriced(receipt),
      'trades.csv': {
        paid: `${trades['Paid (fee included)']} ${trades['Paid asset']}`,
        received: `${trades.Received} ${trades['Received asset']}`,
        fee: `${trades.Fee} ${trades['Fee asset']}`,
        price: trades.Price ?? '',
      },
      'movements.csv': {
        paid: `${movements['Paid (fee included)']} ${movements['Paid asset']}`,
        received: `${movements.Received} ${movements['Received asset']}`,
        fee: `${movements.Fee} ${movements['Fee asset']}`,
        price,
      },
    }
    const same = { paid, received, fee, price }
    expect(told).toEqual(Object.fromEntries(Object.keys(told).map((place) => [place, same])))
    expect([details.pair, receipt.pair]).toEqual([pair, pair])
  })
})

describe('a transfer has the same figures', () => {
  let holders: Awaited<ReturnType<typeof createHolders>>
  beforeAll(async () => {
    holders = await createHolders()
  })
  afterAll(() => holders.close())

  test('in its reply, in every list, in its details, receipt, table and mail', async () => {
    const anna = await holders.newHolder('anna', { USDT: '100' })
    await holders.addUsable(anna, someAddress('exchange'))
    const { data: reply } = (await holders.send(anna, 'USDT', { receiver: someAddress('exchange'), amount: '10.125' }))
      .body
    const ofTransfer = ({ asset, total, fee }: Record<'asset' | 'total' | 'fee', string>): Told => ({
      paid: `${total} ${asset}`,
      fee: `${fee} ${asset}`,
    })
    const sent = ({ outgoing, fees }: Record<'outgoing' | 'fees', Sum[]>): Told => ({
      paid: together(outgoing),
      fee: together(fees),
    })
    const { client } = anna
    const [movement] = (await client.get('/movements')).body.data
    const line = newestLine((await client.get('/movements.csv')).raw)
    const told: Record<string, Told> = {
      overlay: ofTransfer(reply),
      transfers: ofTransfer((await client.get('/get-all-transfer')).body.data[0]),
      movements: sent(movement),
      details: sent((await client.get(`/movements/${movement.number}`)).body.data),
      receipt: sent((await holders.newClient().get(`/transaction-details/${movement.id}/send`)).body.data),
      table: { paid: `${line['Paid (fee included)']} ${line['Paid asset']}`, fee: `${line.Fee} ${line['Fee asset']}` },
    }
    const figures = { paid: '11.125 USDT', fee: '1 USDT' }
    expect(told).toEqual(Object.fromEntries(Object.keys(told).map((place) => [place, figures])))
    const mail = await holders.mailTo(anna.email)
    expect(mail.text).toContain(
      'Total: 11.12 USDT (exactly 11.125)\nAmount: 10.12 USDT (exactly 10.125)\nFee: 1.00 USDT',
    )
  })
})
