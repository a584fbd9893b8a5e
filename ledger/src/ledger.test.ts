import { connect, type Db, type Tx } from '@ingot/db/connect'
import { asOwner, createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { balanceAt, balanceOf, explain } from './balance.ts'
import { expireHolds, placeHold, postHold, voidHold } from './hold.ts'
import { LedgerError } from './ledger-error.ts'
import { readEntry } from './list.ts'
import { move, post, postEach, postTogether, reverse } from './post.ts'

let db: Db
/** Whom the rights of the running role do not hold back, but the tables themselves do. */
let owner: Db
beforeAll(async () => {
  const url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  owner = connect(asOwner(url), { part: 'test', max: 1 })
})
afterAll(() => Promise.all([db.destroy(), owner.destroy()]))

const usdt = (text: string) => parseAmount('USDT', text)
const wallet = (customer: string) => customerAccount(customer, 'USDT', 'available')
const outside = houseAccount('USDT', 'outside')
const fees = houseAccount('USDT', 'fees')
const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work)

let names = 0
const newName = (what: string) => `${what}-${++names}`
const deposit = (customer: string, text: string, reference = newName('deposit')) => ({
  reference,
  kind: 'deposit',
  causedBy: 'test',
  moves: [move(usdt(text), { from: outside, to: wallet(customer) })],
})
const transfer = (from: string, to: string, text: string, reference = newName('transfer')) => ({
  reference,
  kind: 'transfer',
  causedBy: 'test',
  moves: [move(usdt(text), { from: wallet(from), to: wallet(to) })],
})
const newCustomer = async (text?: string) => {
  const customer = newName('customer')
  if (text) await run((tx) => post(tx, deposit(customer, text)))
  return customer
}
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (caught) => caught,
  )
  expect(error).toBeInstanceOf(LedgerError)
  return (error as LedgerError).refusal
}

test('a move takes from one and gives to the other, to the last of eighteen decimals', async () => {
  const [ann, bob] = [await newCustomer('10'), await newCustomer()]
  await run((tx) => post(tx, transfer(ann, bob, '3.000000000000000001')))
  expect(await balanceOf(db, wallet(ann))).toEqual(usdt('6.999999999999999999'))
  expect(await balanceOf(db, wallet(bob))).toEqual(usdt('3.000000000000000001'))
})

test('an asset cannot move to an account of another one', async () => {
  // @ts-expect-error the target holds another asset
  const wrong = () => move(usdt('1'), { from: outside, to: customerAccount('ann', 'QMGT', 'available') })
  const entry = { ...deposit('ann', '1'), moves: [wrong()] }
  await expect(run((tx) => post(tx, entry))).rejects.toThrow(
    'USDT cannot move from house/USDT/outside to customer:ann/QMGT/available',
  )
})

test('the same entry posted again, also twenty times at once, is posted once', async () => {
  const ann = await newCustomer()
  const entry = deposit(ann, '5', 'the-same-deposit')
  const answers = await Promise.all(Array.from({ length: 20 }, () => run((tx) => post(tx, entry))))
  expect(new Set(answers.map((answer) => answer.entry)).size).toBe(1)
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect(await balanceOf(db, wallet(ann))).toEqual(usdt('5'))
})

test('another entry under a used reference is refused', async () => {
  const ann = await newCustomer()
  await run((tx) => post(tx, deposit(ann, '5', 'used-reference')))
  expect(await refusal(run((tx) => post(tx, deposit(ann, '6', 'used-reference'))))).toBe('ReferenceReused')
  expect(await balanceOf(db, wallet(ann))).toEqual(usdt('5'))
})

test('nobody spends more than there is, and an entry that fails leaves nothing of itself', async () => {
  const [ann, bob] = [await newCustomer('10'), await newCustomer()]
  const entry = {
    ...transfer(ann, bob, '9'),
    moves: [...transfer(ann, bob, '9').moves, move(usdt('1.000000000000000001'), { from: wallet(ann), to: fees })],
  }
  expect(await refusal(run((tx) => post(tx, entry)))).toBe('BalanceTooLow')
  expect(await balanceOf(db, wallet(ann))).toEqual(usdt('10'))
  expect(await balanceOf(db, wallet(bob))).toEqual(usdt('0'))
  expect((await sql`select from ledger_entries where reference = ${entry.reference}`.execute(db)).rows).toEqual([])
})

test('what comes in within an entry may go out within it, but not before', async () => {
  const ann = await newCustomer()
  const into = move(usdt('4'), { from: outside, to: wallet(ann) })
  const out = move(usdt('4'), { from: wallet(ann), to: fees })
  await run((tx) => post(tx, { reference: newName('through'), kind: 'through', causedBy: 'test', moves: [into, out] }))
  expect(
    await refusal(
      run((tx) => post(tx, { reference: newName('before'), kind: 'before', causedBy: 'test', moves: [out, into] })),
    ),
  ).toBe('BalanceTooLow')
})

test('a post by itself that crosses a transaction, so that one of them must yield, is posted once', async () => {
  const [ann, treasury] = [await newCustomer('10'), houseAccount('USDT', 'treasury')]
  const into = (to: typeof treasury) => ({ ...deposit(ann, '1'), moves: [move(usdt('1'), { from: outside, to })] })
  const both = {
    ...transfer(ann, ann, '1'),
    moves: [move(usdt('1'), { from: wallet(ann), to: treasury })],
  }
  const [treasuryEntry, annEntry] = [into(treasury), into(wallet(ann))]
  let alone: Promise<unknown> = Promise.resolve()
  await run(async (tx) => {
    await post(tx, treasuryEntry)
    // It holds Ann's account and waits for the treasury's; then we ask for Ann's.
    alone = post(db, both)
    const waiting = () => sql`select from pg_locks where not granted`.execute(db)
    while ((await waiting()).rows.length === 0) await new Promise((done) => setTimeout(done, 10))
    await post(tx, annEntry)
  })
  await alone
  expect(await balanceOf(db, wallet(ann))).toEqual(usdt('10'))
})

describe('many entries in one call', () => {
  test('together: one bad entry fails them all', async () => {
    const [ann, bob] = [await newCustomer('10'), await newCustomer()]
    const entries = [transfer(ann, bob, '6'), transfer(ann, bob, '6')]
    expect(await refusal(run((tx) => postTogether(tx, entries)))).toBe('BalanceTooLow')
    expect(await balanceOf(db, wallet(ann))).toEqual(usdt('10'))
  })

  test('together: each sees what the one before it left', async () => {
    const [ann, bob] = [await newCustomer('10'), await newCustomer()]
    const posted = await run((tx) =>
      postTogether(tx, [transfer(ann, bob, '10'), transfer(bob, ann, '4'), transfer(ann, bob, '1')]),
    )
    expect(posted.map(({ replayed }) => replayed)).toEqual([false, false, false])
    expect(await balanceOf(db, wallet(ann))).toEqual(usdt('3'))
    expect(await balanceOf(db, wallet(bob))).toEqual(usdt('7'))
  })

  test('together: what was posted before is answered as it was, and the rest is posted, each in its turn', async () => {
    const [ann, bob] = [await newCustomer('10'), await newCustomer()]
    const [first, second, third, fourth] = [
      transfer(ann, bob, '1'),
      transfer(ann, bob, '2'),
      transfer(ann, bob, '3'),
      transfer(ann, bob, '4'),
    ]
    const before = await postTogether(db, [third, first])
    const posted = await postTogether(db, [first, second, third, fourth])
    expect(posted.map(({ replayed }) => replayed)).toEqual([true, false, true, false])
    expect([posted[2]?.entry, posted[0]?.entry]).toEqual(before.map(({ entry }) => entry))
    for (const [index, amount] of ['1', '2', '3', '4'].entries())
      expect((await readEntry(db, String(posted[index]?.entry)))?.moves).toMatchObject([{ amount: usdt(amount) }])
    expect(await balanceOf(db, wallet(bob))).toEqual(usdt('10'))
    expect(await refusal(postTogether(db, [transfer(ann, bob, '1'), { ...second, kind: 'other' }]))).toBe(
      'ReferenceReused',
    )
  })

  test('together: a reference that comes twice in one call is refused', async () => {
    const [ann, bob] = [await newCustomer('10'), await newCustomer()]
    const entry = transfer(ann, bob, '1')
    expect(await refusal(postTogether(db, [entry, entry]))).toBe('ReferenceReused')
    expect(await refusal(postTogether(db, [entry, { ...entry, kind: 'other' }]))).toBe('ReferenceReused')
    expect(await balanceOf(db, wallet(bob))).toEqual(usdt('0'))
  })

  test('none at all is nothing to do', async () => {
    expect(await postTogether(db, [])).toEqual([])
    expect(await postEach(db, [])).toEqual([])
  })

  test('each: a bad entry fails alone, by name, and the others are posted', async () => {
    const [ann, bob] = [await newCustomer('10'), await newCustomer()]
    const again = transfer(ann, bob, '6')
    const answers = await run((tx) => postEach(tx, [again, transfer(ann, bob, '6'), transfer(ann, bob, '4')]))
    expect(answers[0]).toMatchObject({ replayed: false })
    expect(answers[1]).toMatchObject({ refusal: 'BalanceTooLow' })
    expect(answers[2]).toMatchObject({ replayed: false })
    expect(await run((tx) => postEach(tx, [again]))).toMatchObject([{ replayed: true }])
    expect(await balanceOf(db, wallet(bob))).toEqual(usdt('10'))
  })
})

describe('a reversal', () => {
  test('puts back what an entry moved, once', async () => {
    const [ann, bob] = [await newCustomer('10'), await newCustomer()]
    const { entry } = await run((tx) => post(tx, transfer(ann, bob, '4')))
    await run((tx) => reverse(tx, entry, { reference: newName('reversal'), causedBy: 'operator' }))
    expect(await balanceOf(db, wallet(ann))).toEqual(usdt('10'))
    expect(
      await refusal(run((tx) => reverse(tx, entry, { reference: newName('reversal'), causedBy: 'operator' }))),
    ).toBe('AlreadyReversed')
  })

  test('is not itself reversed, needs an entry, and cannot overdraw', async () => {
    const [ann, bob, carl] = [await newCustomer('10'), await newCustomer(), await newCustomer()]
    const { entry } = await run((tx) => post(tx, transfer(ann, bob, '4')))
    await run((tx) => post(tx, transfer(bob, carl, '4')))
    const cause = () => ({ reference: newName('reversal'), causedBy: 'operator' })
    expect(await refusal(run((tx) => reverse(tx, entry, cause())))).toBe('BalanceTooLow')
    await run((tx) => post(tx, transfer(carl, bob, '4')))
    const reversal = await run((tx) => reverse(tx, entry, cause()))
    expect(await refusal(run((tx) => reverse(tx, reversal.entry, cause())))).toBe('NotReversible')
    expect(await refusal(run((tx) => reverse(tx, 999_999_999n, cause())))).toBe('NoSuchEntry')
  })
})

describe('a hold', () => {
  const later = new Date(Date.now() + 3_600_000)
  const held = (customer: string) => customerAccount(customer, 'USDT', 'held')
  const place = (customer: string, text: string, expiresAt = later, reference = newName('hold')) =>
    run((tx) => placeHold(tx, { customer, amount: usdt(text), expiresAt, reference, causedBy: 'test' }))
  const cause = () => ({ reference: newName('hold-end'), causedBy: 'test' })

  test('sets aside what can then not be spent, once per reference', async () => {
    const ann = await newCustomer('10')
    const first = await place(ann, '6', later, 'one-hold')
    expect((await place(ann, '6', later, 'one-hold')).id).toBe(first.id)
    expect(await balanceOf(db, wallet(ann))).toEqual(usdt('4'))
    expect(await refusal(place(ann, '5'))).toBe('BalanceTooLow')
  })

  test('is posted in part, and the rest goes back', async () => {
    const ann = await newCustomer('10')
    const { id } = await place(ann, '6')
    expect(await refusal(run((tx) => postHold(tx, id, { amount: usdt('7'), to: outside, ...cause() })))).toBe(
      'MoreThanHeld',
    )
    const end = { amount: usdt('2'), to: outside, ...cause() }
    await run((tx) => postHold(tx, id, end))
    expect((await run((tx) => postHold(tx, id, end))).replayed).toBe(true)
    expect(await balanceOf(db, wallet(ann))).toEqual(usdt('8'))
    expect(await balanceOf(db, held(ann))).toEqual(usdt('0'))
  })

  test('ends once, whoever comes first', async () => {
    const ann = await newCustomer('10')
    const { id } = await place(ann, '6')
    const ends = await Promise.allSettled([
      run((tx) => voidHold(tx, id, cause())),
      run((tx) => postHold(tx, id, { amount: usdt('6'), to: outside, ...cause() })),
      run((tx) => voidHold(tx, id, cause())),
    ])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ refusal: 'HoldEnded' })
    expect(await balanceOf(db, held(ann))).toEqual(usdt('0'))
    expect(await refusal(run((tx) => voidHold(tx, 999_999_999n, cause())))).toBe('NoSuchHold')
  })

  test('expires by itself when its time has come, and not before', async () => {
    const ann = await newCustomer('10')
    await place(ann, '6', new Date(Date.now() - 1000))
    await place(ann, '1')
    expect(await run((tx) => expireHolds(tx))).toBe(1)
    expect(await run((tx) => expireHolds(tx))).toBe(0)
    expect(await balanceOf(db, wallet(ann))).toEqual(usdt('9'))
  })
})

test('a balance opens into its moves, newest first, page by page, and is known for any moment', async () => {
  const ann = await newCustomer()
  const moments = [new Date()]
  for (const text of ['1', '2', '4']) {
    await run((tx) => post(tx, deposit(ann, text)))
    moments.push(new Date(Date.now() + 1))
    await new Promise((done) => setTimeout(done, 5))
  }
  const firstPage = await explain(db, wallet(ann), { limit: 2 })
  const secondPage = await explain(db, wallet(ann), { limit: 2, before: firstPage[1]?.version ?? 0n })
  expect(
    [...firstPage, ...secondPage].map(({ version, incoming, amount, balance, other }) => ({
      version,
      incoming,
      amount,
      balance,
      other,
    })),
  ).toEqual(
    [
      [3n, '4', '7'],
      [2n, '2', '3'],
      [1n, '1', '1'],
    ].map(([version, amount, balance]) => ({
      version,
      incoming: true,
      amount: usdt(String(amount)),
      balance: usdt(String(balance)),
      other: { owner: 'house', purpose: 'outside' },
    })),
  )
  const then = await Promise.all(moments.map((moment) => balanceAt(db, wallet(ann), moment)))
  expect(then).toEqual(['0', '1', '3', '7'].map(usdt))
})

describe('the database itself refuses its owner', () => {
  const tables = [
    'ledger_accounts',
    'ledger_entries',
    'ledger_moves',
    'ledger_lines',
    'ledger_holds',
    'ledger_hold_ends',
  ]
  test.each(tables)('to change or remove a row of %s', async (table) => {
    const name = sql.table(table)
    for (const statement of [sql`delete from ${name}`, sql`truncate ${name} cascade`])
      await expect(statement.execute(owner)).rejects.toThrow('is append-only')
    const [column] = (
      await sql<{
        name: string
      }>`select column_name as name from information_schema.columns where table_name = ${table} and is_identity = 'NO'`.execute(
        db,
      )
    ).rows
    const field = sql.ref(column?.name ?? '')
    await expect(sql`update ${name} set ${field} = ${field}`.execute(owner)).rejects.toThrow('is append-only')
  })

  test('a balance below zero, written by hand', async () => {
    await newCustomer('1')
    await expect(sql`update ledger_balances set units = -1`.execute(owner)).rejects.toThrow(
      'ledger_balances_units_check',
    )
  })

  test('a move between accounts of two assets, to itself, or of nothing', async () => {
    const { entry } = await run((tx) => post(tx, deposit('someone', '1')))
    await run((tx) =>
      post(tx, {
        ...deposit('x', '1'),
        reference: newName('qmgt'),
        moves: [
          move(amountOf('QMGT', 1n), {
            from: houseAccount('QMGT', 'outside'),
            to: customerAccount('x', 'QMGT', 'available'),
          }),
        ],
      }),
    )
    const id = async (asset: string, purpose: string) =>
      (
        await sql<{
          id: string
        }>`select id from ledger_accounts where asset = ${asset} and purpose = ${purpose} limit 1`.execute(db)
      ).rows[0]?.id
    const insert = (asset: string, source: unknown, target: unknown, units: string) =>
      sql`insert into ledger_moves values (${String(entry)}, 9, ${asset}, ${source}, ${target}, ${units})`.execute(
        owner,
      )
    const [usdtAccount, qmgtAccount, usdtOutside] = [
      await id('USDT', 'available'),
      await id('QMGT', 'available'),
      await id('USDT', 'outside'),
    ]
    await expect(insert('USDT', usdtAccount, qmgtAccount, '1')).rejects.toThrow('its accounts are of its asset')
    await expect(insert('USDT', qmgtAccount, usdtAccount, '1')).rejects.toThrow('its accounts are of its asset')
    await expect(insert('USDT', usdtAccount, usdtAccount, '1')).rejects.toThrow('check')
    await expect(insert('USDT', usdtAccount, usdtOutside, '0')).rejects.toThrow('ledger_moves_units_check')
  })

  test('a customer’s account that could go below zero', async () => {
    await expect(sql`select ledger_open('customer:eve', 'USDT', 'available', false)`.execute(owner)).rejects.toThrow(
      'check',
    )
  })
})
