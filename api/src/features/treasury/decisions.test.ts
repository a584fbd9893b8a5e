import { inTransaction } from '@ingot/db/transaction'
import { allowIssuing, issuingStopped, stopIssuing } from '@ingot/ledger/issuing'
import { issueTranche } from '@ingot/ledger/treasury'
import { verifyLedger } from '@ingot/ledger/verify'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Operator } from '../../approvals/test-approvals.ts'
import { insertTestVersion } from '../../policy-versions/test-versions.ts'
import { goodPassword, hour } from '../identity/test-people.ts'
import { createTreasuryHouse } from './test-treasury.ts'

let house: Awaited<ReturnType<typeof createTreasuryHouse>>
beforeEach(async () => {
  house = await createTreasuryHouse()
})
afterEach(() => house.close())

const refused = (message: string | RegExp) => ({
  status: 409,
  body: { error: { name: 'StateChanged', message: expect.stringMatching(message) } },
})
const outdated = (message: string | RegExp) => ({
  status: 409,
  body: { error: { message: expect.stringMatching(message), details: { state: 'outdated' } } },
})

const entries = async (kind: string) =>
  (
    await sql<{ reference: string; caused_by: string }>`
      select reference, caused_by from ledger_entries where kind = ${kind} order by id`.execute(house.db)
  ).rows

/** By a command, which one person runs alone. */
const issueAlone = (name: string, amount: string) =>
  inTransaction(house.db, (tx) =>
    issueTranche(tx, { amount: parseAmount('QMGT', amount) }, { name, causedBy: 'operator:command-line' }),
  )

describe('a tranche', () => {
  test('is shown with what it sets aside, and issued when another operator approves it', async () => {
    const { status, body } = await house.askTranche('QMGT', '250', 'qmgt-2026-11-17')
    expect([status, body.data.before, body.data.after]).toEqual([
      200,
      [
        { name: 'Free gold', value: '1,000.000000 g' },
        { name: 'Treasury', value: '0.000000 QMGT' },
      ],
      [
        { name: 'Issued', value: '250.000000 QMGT' },
        { name: 'Set aside', value: '250.000000 g' },
        { name: 'Free gold', value: '750.000000 g' },
        { name: 'Treasury', value: '250.000000 QMGT' },
      ],
    ])
    expect(await house.lying('QMGT', 'treasury')).toBe('0')
    expect((await house.approve(body.data.id)).body.data.state).toBe('done')
    expect([await house.lying('QMGT', 'treasury'), await house.lying('XAU', 'unallocated')]).toEqual(['250', '750'])
    expect(await entries('tranche')).toEqual([
      { reference: 'tranche:qmgt-2026-11-17', caused_by: `approval:${body.data.id}` },
    ])
    expect((await verifyLedger(house.db, undefined)).ok).toBe(true)
  })

  test('with more decimals than are shown at a glance is told to the last digit', async () => {
    const { body } = await house.askTranche('GCA', '1.000000000000000001')
    expect(body.data.after[0]).toEqual({ name: 'Issued', value: '1.000000000000000001 GCA' })
  })

  test('is not outdated by trades, deposits of gold or the price', async () => {
    const [grams, dollars] = [await house.askedTranche('QMGT', '10'), await house.askedTranche('USDAU', '1000')]
    await house.fillVault('5')
    await house.fillTreasury('QMGT', '3')
    await house.setPrice('3115')
    for (const { id } of [grams, dollars]) expect((await house.approve(id)).body.data.state).toBe('done')
  })

  test('of dollars sets aside gold at the price and margin in force when it is approved', async () => {
    const { body } = await house.askTranche('USDAU', '1000')
    expect(body.data.after[1].value).toBe(
      '10.500000 g at 3110.34768 USD for an ounce, which is 105 % of its worth; the price at the moment of approval counts',
    )
    // 2 % and no more at once: a jump would be doubted.
    await house.setPrice('3048.140726')
    await house.approve(body.data.id)
    expect(await house.lying('USDAU', 'treasury')).toBe('1000')
    expect(await house.lying('XAU', 'behind-usdau')).toMatch(/^10\.714285/)
  })

  test('of dollars is outdated by another margin, and one of grams is not', async () => {
    const [grams, dollars] = [await house.askedTranche('QMGT', '10'), await house.askedTranche('USDAU', '1000')]
    await insertTestVersion(house.db, { name: 'trade.usdauMargin', value: '11000', from: house.now() })
    expect(await house.approve(dollars.id)).toMatchObject(outdated('changed since it was asked for'))
    expect((await house.approve(grams.id)).body.data.state).toBe('done')
    const { body } = await house.askTranche('USDAU', '1000')
    expect(body.data.after[1].value).toMatch(/^11\.000000 g at/)
  })

  test('is refused when free gold is short, when asked for and when approved', async () => {
    const short = /^This takes 1,000\.500000 g, and only 1,000\.000000 g in the vault are free\./
    expect(await house.askTranche('QMGT', '1000.5')).toMatchObject(refused(short))
    expect(await house.askTranche('USDAU', '95238.1')).toMatchObject(refused(/^This takes 1,000\.000050 g/))
    const { id } = await house.askedTranche('QMGT', '1000')
    await issueAlone('meanwhile', '1')
    expect(await house.approve(id)).toMatchObject(outdated(/and only 999\.000000 g in the vault are free/))
    expect(await house.lying('QMGT', 'treasury')).toBe('1')
  })

  test('is refused under a name that was used, in words', async () => {
    const { id } = await house.askedTranche('QMGT', '1', 'qmgt-twice')
    await house.approve(id)
    const words = 'A tranche named qmgt-twice was issued before. Please choose another name.'
    expect(await house.askTranche('QMGT', '1', 'qmgt-twice')).toMatchObject(refused(words))
    expect(await house.askTranche('QMGT', '7', 'qmgt-twice')).toMatchObject(refused(words))
    const later = await house.askedTranche('QMGT', '1', 'qmgt-later')
    await issueAlone('qmgt-later', '1')
    expect(await house.approve(later.id)).toMatchObject(outdated('A tranche named qmgt-later was issued before'))
  })

  test.each([
    ['QMGT', '1', 'usdau-other', 404],
    ['QMGT', '1', 'QMGT-1', 404],
    ['QMGT', '1', 'qmgt', 404],
    ['QMGT', '1', 'qmgt-', 404],
    ['QMGT', '1', `qmgt-${'1'.repeat(41)}`, 404],
    ['QMGT', '0', 'qmgt-1', 400],
    ['QMGT', '-1', 'qmgt-1', 400],
    ['QMGT', '1e3', 'qmgt-1', 400],
    ['QMGT', '1.0000000000000000001', 'qmgt-1', 400],
    ['QMGT', '9'.repeat(21), 'qmgt-1', 400],
    ['USDAU', '9'.repeat(20), 'usdau-1', 400],
    ['QMGT', '9'.repeat(20), 'qmgt-1', 409],
    ['USDT', '1', 'usdt-1', 400],
    ['XAU', '1', 'xau-1', 400],
    ['constructor', '1', 'constructor-1', 400],
  ])('of %s %s named %s is refused with %4$i', async (asset, amount, name, status) => {
    expect((await house.askTranche(asset, amount, name)).status).toBe(status)
    expect(await entries('tranche')).toEqual([])
  })

  test('of dollars is refused while the price is wrong by a factor, and grams are not', async () => {
    const { id } = await house.askedTranche('USDAU', '1000')
    await house.setFeed('31103.4768')
    const doubted = 'The gold price is in doubt, so no USDAU is issued until it is checked.'
    expect(await house.approve(id)).toMatchObject(outdated(doubted))
    expect(await house.askTranche('USDAU', '1000')).toMatchObject(refused(doubted))
    expect((await house.approve((await house.askedTranche('QMGT', '1')).id)).body.data.state).toBe('done')
    expect(await house.lying('USDAU', 'treasury')).toBe('0')
  })

  test('of dollars is refused while the price is stale, or is none', async () => {
    const { id } = await house.askedTranche('USDAU', '1000')
    house.passTime(hour)
    for (const each of [house.anna, house.bert]) await house.logInAgain(each)
    const stale = 'The gold price is too old, so no USDAU is issued until there is a newer one.'
    expect(await house.approve(id)).toMatchObject(outdated(stale))
    await sql`delete from price_feed`.execute(house.db)
    expect(await house.askTranche('USDAU', '1000')).toMatchObject(refused(stale))
  })

  test('is refused while issuing is stopped, when asked for and when approved', async () => {
    const { id } = await house.askedTranche('QMGT', '1')
    await inTransaction(house.db, (tx) => stopIssuing(tx, 'QMGT supply: -1', 'reconciliation'))
    const stopped = 'Issuing is stopped. Reason: QMGT supply: -1'
    expect(await house.askTranche('QMGT', '1')).toMatchObject(refused(stopped))
    expect(await house.approve(id)).toMatchObject(outdated(stopped))
    expect(await entries('tranche')).toEqual([])
  })
})

describe('many at once', () => {
  /** Proofs take a busy machine a while. */
  const patience = { timeout: 20_000 }

  test('a thousand approvals of the same tranche issue it once', async () => {
    const { id } = await house.askedTranche('QMGT', '1')
    const others = await Promise.all(['carl', 'dora', 'emil', 'fred'].map((name) => house.newOperator(name, ['Vault'])))
    const deciders = [house.bert, ...others]
    const proofs = await Promise.all(deciders.map((each) => house.proofOf(each)))
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => {
        const [by, proof] = [deciders[index % deciders.length] as Operator, proofs[index % deciders.length]]
        return by.client.post(`/operator/approvals/${id}/approve`, { note: 'I have checked this', ...proof })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect([await entries('tranche'), await house.lying('QMGT', 'treasury')]).toMatchObject([{ length: 1 }, '1'])
  }, 120_000)

  test('of two tranches that the vault has gold for one of, one is issued', async () => {
    const asked = [await house.askedTranche('QMGT', '600'), await house.askedTranche('GCA', '600')]
    const carl = await house.newOperator('carl', ['Vault'])
    const [first, second] = asked as [(typeof asked)[0], (typeof asked)[0]]
    const answers = await Promise.all([house.approve(first.id), house.approve(second.id, carl)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error.message).toMatch(/too little free gold|are free/)
    expect(await house.lying('XAU', 'unallocated')).toBe('400')
  })

  test('a stop at the same moment as an approval wins', async () => {
    const { id } = await house.askedTranche('QMGT', '1')
    const proof = await house.proofOf(house.bert)
    const waiting = sql`
      select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    const approving = await inTransaction(house.db, async (tx) => {
      await stopIssuing(tx, 'now')
      const answer = house.bert.client.post(`/operator/approvals/${id}/approve`, { note: 'I have checked', ...proof })
      await expect.poll(async () => (await waiting.execute(house.db)).rows.length, patience).toBe(1)
      return { answer }
    })
    expect(await approving.answer).toMatchObject(outdated('Issuing is stopped. Reason: now'))
    expect(await entries('tranche')).toEqual([])
  })
})

describe('stopping', () => {
  test('takes one operator and a reason, and is written down', async () => {
    expect((await house.stop(house.anna, '')).status).toBe(400)
    expect((await house.stop(house.anna, 'the vault is counted')).status).toBe(200)
    expect(await issuingStopped(house.db)).toMatchObject([{ by: 'operator', reason: 'the vault is counted' }])
    const { rows } = await sql`
      select action, operator, reason, thing from audit_lines order by number desc limit 1`.execute(house.db)
    expect(rows).toEqual([
      { action: 'stop-issuing', operator: house.anna.id, reason: 'the vault is counted', thing: 'issuing' },
    ])
    expect((await house.read()).stops).toMatchObject([{ by: 'operator', reason: 'the vault is counted' }])
  })

  test.each([
    ['Support', 404],
    ['Compliance', 404],
    ['Auditor', 403],
    ['Vault', 200],
    ['Finance', 200],
  ] as const)('by an operator who is %s is answered with %i', async (role, status) => {
    expect((await house.stop(await house.newOperator('other', [role]))).status).toBe(status)
    expect(await issuingStopped(house.db)).toHaveLength(status === 200 ? 1 : 0)
  })

  test('stops nothing else', async () => {
    const path = (id: string) => `/operator/queues/reconciliation/${id}/decide`
    const body = { action: 'stop-issuing', reason: 'to try it' }
    for (const id of ['stop-operator', 'settling', 'ISSUING'])
      expect((await house.anna.client.post(path(id), body)).status).toBe(404)
  })

  test('is taken back by two, who may both only have stopped it', async () => {
    await house.stop(house.anna)
    const asked = { action: 'allow-issuing', thing: 'stop-operator' }
    const id = await house.askedBy(house.anna, asked)
    expect((await house.approve(id)).body.data.state).toBe('done')
    expect(await issuingStopped(house.db)).toEqual([])
    expect(await house.ask(house.anna, asked)).toMatchObject(refused('No operator has stopped issuing.'))
  })

  test('once more, even in the same words, is not taken back by what was asked for before', async () => {
    await house.stop(house.anna)
    const id = await house.askedBy(house.anna, { action: 'allow-issuing', thing: 'stop-operator' })
    await house.stop(house.bert)
    expect(await house.approve(id)).toMatchObject(outdated('changed since'))
    expect(await issuingStopped(house.db)).toHaveLength(1)
  })

  test('by the reconciliation is taken back by nobody but itself', async () => {
    await inTransaction(house.db, (tx) => stopIssuing(tx, 'drift', 'reconciliation'))
    const asked = { action: 'allow-issuing', thing: 'stop-operator' }
    expect(await house.ask(house.anna, asked)).toMatchObject(refused('No operator has stopped issuing.'))
    expect((await house.ask(house.anna, { ...asked, thing: 'stop-reconciliation' })).status).toBe(404)
    await inTransaction(house.db, (tx) => allowIssuing(tx, 'reconciliation'))
  })
})

describe('what lies in suspense', () => {
  const asked = (amount: string, asset = 'usdt') => ({
    action: 'claim-suspense',
    thing: `suspense-${asset}`,
    given: { amount },
  })

  test('becomes the treasury’s when two say so, whatever strangers send meanwhile', async () => {
    await house.payIn('USDT', '1000')
    const { body } = await house.ask(house.anna, asked('900'))
    expect(body.data.after).toEqual([
      { name: 'Claimed', value: '900.00 USDT' },
      { name: 'Suspense', value: '100.00 USDT' },
      { name: 'Treasury', value: '900.00 USDT' },
    ])
    await house.payIn('USDT', '0.01')
    expect((await house.approve(body.data.id)).body.data.state).toBe('done')
    expect([await house.lying('USDT', 'treasury'), await house.lying('USDT', 'suspense')]).toEqual(['900', '100.01'])
    expect(await entries('claim')).toEqual([
      { reference: `claim:${body.data.id}`, caused_by: `approval:${body.data.id}` },
    ])
  })

  test('cannot be claimed beyond what is there, nor what lies in customers’ wallets', async () => {
    await house.payIn('USDT', '10')
    const only = (amount: string) => refused(`^Only ${amount} USDT of what lies in suspense is at the treasury`)
    expect(await house.ask(house.anna, asked('10.01'))).toMatchObject(only('10.00'))
    await sql`
      insert into chain_lying (wallet, asset, booked, units) values ('all', 'USDT', true, 4 * 10 ^ 18)`.execute(
      house.db,
    )
    expect(await house.ask(house.anna, asked('6.01'))).toMatchObject(only('6.00'))
    const id = await house.askedBy(house.anna, asked('6'))
    expect((await house.approve(id)).body.data.state).toBe('done')
    expect((await house.read()).suspense).toEqual([{ asset: 'USDT', amount: '4', claimable: '0' }])
  })

  test('of an asset that nobody knows, or of nothing, is refused', async () => {
    expect((await house.ask(house.anna, asked('1', 'xau'))).status).toBe(404)
    expect((await house.ask(house.anna, asked('0'))).status).toBe(400)
    expect((await house.ask(house.anna, asked('1', 'usdau'))).status).toBe(409)
  })
})

test('each decision is asked for by its own roles alone', async () => {
  await house.payIn('USDT', '10')
  await house.stop(house.anna)
  const allowed = {
    'issue-tranche': ['Owner', 'Vault'],
    'claim-suspense': ['Owner', 'Finance'],
    'allow-issuing': ['Owner', 'Finance', 'Vault'],
  }
  for (const role of ['Owner', 'Finance', 'Vault', 'Compliance', 'Support', 'Auditor'] as const) {
    const { client } = await house.newOperator(`the${role.toLowerCase()}`, [role])
    for (const [action, roles] of Object.entries(allowed)) {
      const body = { action, thing: 'x', given: {}, reason: 'to try it', password: goodPassword, inputCode: '000000' }
      const { status } = await client.post('/operator/approvals', body, { 'idempotency-key': `${role}-${action}-key` })
      expect([role, action, status === 403]).toEqual([role, action, !roles.includes(role)])
    }
  }
})
