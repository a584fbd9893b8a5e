import { goodPassword } from '@ingot/api/features/identity/test-people'
import { createMarket, hundredAGram } from '@ingot/api/features/trade/test-market'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './test-command.ts'

let market: Awaited<ReturnType<typeof createMarket>>
beforeAll(async () => {
  market = await createMarket()
  await market.setPrice(hundredAGram)
})
afterAll(() => market.close())

const run = (parameters: string[], lines: string[] = []) => {
  const settings = { DATABASE_URL: market.databaseUrl, IDENTITY_SECRET: market.config.IDENTITY_SECRET }
  return runCommand('price', parameters, settings, lines)
}

test('the command tells the state of the price, and two operators confirm one that is doubted', async () => {
  expect(await run([])).toMatchObject({
    code: 0,
    out: expect.stringContaining('The price is believed.\n  believed   3110.34768'),
  })
  expect(await run(['confirm'])).toMatchObject({
    code: 1,
    error: 'No price is in doubt: there is nothing to confirm.\n',
  })
  expect((await run(['confirm', 'anna', 'secret'])).error).toMatch(/^Usage: npm run price -- …/)

  const typists: (() => string[])[] = []
  for (const username of ['anna', 'bert']) {
    const client = await market.newCustomer(username, { operator: true })
    const { codeNow } = await market.enrol(client)
    typists.push(() => [`${username}@example.com`, goodPassword, codeNow()])
  }
  await sql`update customers set totp_last_step = null`.execute(market.db)
  await market.setFeed('31.1034768')
  const half = await run(['confirm'], typists[0]?.())
  expect(half).toMatchObject({ code: 1, error: 'Something was missing: nothing was confirmed.\n' })
  expect(half.out).toContain('doubted    31.1034768 USD for an ounce')
  const done = await run(
    ['confirm'],
    typists.flatMap((type) => type()),
  )
  expect(done).toMatchObject({ code: 0, error: '' })
  expect(done.out).toContain('Confirmed.')
  expect(done.out).not.toContain(goodPassword)
  expect((await run([])).out).toContain('The price is believed.\n  believed   31.1034768')
})
