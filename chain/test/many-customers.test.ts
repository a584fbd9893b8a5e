import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { issuingStopped } from '@ingot/ledger/issuing'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { encodeDeployData, type Hex } from 'viem'
import { hardhat } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openAddressBook } from '../src/address-book.ts'
import { readArtifacts } from '../src/deploying/compile.ts'
import { rescanDeposits } from '../src/deposits/watch-deposits.ts'
import { reconcile } from '../src/reconciling/reconcile.ts'
import { walletsPerRun } from '../src/reconciling/reconcile-reach.ts'
import { receivers } from '../src/settling/legs.ts'
import { walletAddress } from '../src/wallets.ts'
import { accounts } from './support/chain.ts'
import { addCustomer, openWorld, type Person, unit, type World } from './support/settling.ts'
import { createWatching, depsOf } from './support/watching.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
}, 60_000)
afterEach(() => world.close())

const { watch, watchFinal, newcomer, giveTokens, giveTo, balance, depositsOf, arrivalsOf } = createWatching(() => world)

const addMany = async (count: number): Promise<Person[]> => {
  const { rows } = await sql<Person>`
    insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
    select 'c' || n || '@people.example', 'c' || n || 'x', '', now(), lpad(n::text, 8, '0'), lpad(n::text, 64, '0'), now()
    from generate_series(1, ${count}::int) n returning id, '0x' || encode(wallet_salt, 'hex') as salt`.execute(world.db)
  return rows
}

const someone = (people: readonly Person[], index: number): Person => {
  const person = people.at(index)
  if (!person) throw new Error(`there is nobody at ${index}`)
  return person
}

describe('the address book', () => {
  test('has a customer whose registration was committed after a later one’s', async () => {
    const { db, readBook, walletOf } = world
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { promise: inserted, resolve: isInserted } = Promise.withResolvers<Person>()
    const slow = inTransaction(db, async (tx) => {
      isInserted(await addCustomer(tx, 'slow'))
      await mayCommit
    })
    const late = await inserted
    const quick = await addCustomer(db, 'quick')
    const before = new Set((await readBook()).keys())
    commit()
    await slow
    const small = (person: Person) => walletOf(person.salt).toLowerCase() as Hex
    expect([before.has(small(quick)), before.has(small(late))]).toEqual([true, false])
    expect((await readBook()).get(small(late))).toBe(`customer:${late.id}`)
    await giveTo(late, unit)
    await watchFinal()
    expect(await balance(late)).toBe(unit)
  })

  test('is derived once, whoever reads it first, and is right', async () => {
    const people = await addMany(1_100)
    const { db, deployed } = world
    const books = Array.from({ length: 3 }, () => openAddressBook(db, deployed.addresses))
    const read = await Promise.all(books.map((readBook) => readBook()))
    for (const book of read) {
      expect(book.size).toBe(people.length + 8)
      for (const { id, salt } of people)
        expect(book.get(walletAddress(deployed.addresses, salt).toLowerCase() as Hex)).toBe(`customer:${id}`)
    }
    const { rows } = await sql<{ count: string; last: string; due: string }>`
      select count(*), max(place) as last, (select count(*) from chain_wallets_due) as due from chain_wallets`.execute(
      db,
    )
    expect(rows).toEqual([{ count: '1100', last: '1100', due: '0' }])
  })

  test('is not for anybody to change', async () => {
    await newcomer()
    await world.readBook()
    const changed = sql`update chain_wallets set address = ${`0x${'ab'.repeat(20)}`}`.execute(world.db)
    await expect(changed).rejects.toThrow('permission denied')
  })
})

type LogFilter = { address?: Hex[]; topics: unknown[] }

describe('with more customers than can be named', () => {
  test('deposits are asked for by token and credited once, and what strangers do is passed over', async () => {
    const people = await addMany(2_100)
    const [first, last] = [someone(people, 0), someone(people, -1)]
    await giveTo(first, 2n * unit)
    await giveTo(last, 3n * unit)
    await giveTokens(accounts.stranger.address, 50n * unit)
    const { usdt } = world.deployed.addresses
    await world.transact(accounts.stranger, 'TestUsdt', usdt, 'transfer', [accounts.deployer.address, unit])
    const asked: LogFilter[] = []
    world.meddleWith((call, pass) => {
      if (call.method === 'eth_getLogs') asked.push((call.params as [LogFilter])[0])
      return pass(call)
    })
    expect(await watchFinal()).toBe(2)
    expect([await balance(first), await balance(last)]).toEqual([2n * unit, 3n * unit])
    expect(asked.length).toBeGreaterThan(0)
    for (const { address, topics } of asked) expect([address?.length, topics.length]).toEqual([5, 1])
    // On its way, then credited, for somebody who came after the book was first read, and by four watchers at once.
    const newest = await newcomer()
    await giveTo(newest, 5n * unit)
    await watch()
    expect(await arrivalsOf(newest)).toEqual([{ units: String(5n * unit), confirmations: '1' }])
    await world.mine(2)
    const found = await Promise.all(Array.from({ length: 4 }, () => watch()))
    expect(found.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(await balance(newest)).toBe(5n * unit)
    expect(await rescanDeposits(depsOf(world), 0n)).toBe(0)
    const { rows } = await sql<{ count: string }>`select count(*) from chain_deposits`.execute(world.db)
    expect(rows).toEqual([{ count: '3' }])
  })

  test('tokens that we do not know are not seen, and ranges are shorter', async () => {
    const people = await addMany(2_100)
    await watch()
    const { client } = world.chain
    const data = encodeDeployData({ ...readArtifacts().TestUsdt, args: [] })
    const deploying = { account: accounts.stranger, data, chain: hardhat, gas: 5_000_000n }
    const hash = await client.sendTransaction(deploying)
    await world.mine()
    const { contractAddress: token } = await client.getTransactionReceipt({ hash })
    if (!token) throw new Error('nothing was deployed')
    const somebody = someone(people, 7)
    await world.transact(accounts.stranger, 'TestUsdt', token, 'mint', [world.walletOf(somebody.salt), unit])
    await giveTo(somebody, unit)
    await world.chain.provider.request({ method: 'hardhat_mine', params: ['0x3e8'] })
    const lengths: number[] = []
    world.meddleWith((call, pass) => {
      const [filter] = (call.params ?? []) as [{ fromBlock: Hex; toBlock: Hex }]
      if (call.method === 'eth_getLogs') lengths.push(Number(filter.toBlock) - Number(filter.fromBlock) + 1)
      return pass(call)
    })
    expect(await watchFinal()).toBe(1)
    expect(Math.max(...lengths)).toBe(200)
    expect(await depositsOf(somebody)).toMatchObject([{ state: 'credited' }])
  })
})

describe('comparing a part of the wallets at a time', () => {
  const crowd = 2 * walletsPerRun + 50
  let people: Person[]
  beforeEach(async () => {
    people = await addMany(crowd)
    await watchFinal()
  })

  const compareSome = async () => {
    const run = await reconcile(depsOf(world))
    if (!run) throw new Error('nothing was compared')
    return run
  }

  const alarm = async () => {
    const { rows } = await sql<{ text: string }>`
      select text from chain_alarms where name = 'reconciliation'`.execute(world.db)
    return rows[0]?.text
  }

  /** Tokens in a wallet that no log tells of. */
  const giveSilently = async (person: Person, units: bigint) => {
    await giveTo(person, units)
    world.meddleWith(async (call, pass) => (call.method === 'eth_getLogs' ? [] : pass(call)))
    await watchFinal()
    world.meddleWith((call, pass) => pass(call))
  }

  test('looks at the house and so many others, and at everyone in so many runs', async () => {
    const run = await compareSome()
    expect(run).toMatchObject({ differences: [], wallets: walletsPerRun, whole: false })
    expect(run.checked).toBe(5 * (8 + walletsPerRun) + 4)
    const { rows } = await sql<{ wallets: number; whole: boolean }>`
      select wallets, whole from chain_reconciliations`.execute(world.db)
    expect(rows).toEqual([{ wallets: walletsPerRun, whole: false }])
    expect(await reconcile(depsOf(world), { whole: true })).toMatchObject({ wallets: crowd, whole: true })
  })

  test('drift in a wallet that nothing touched is found in its turn, and its alarm stays until it is gone', async () => {
    const strange = someone(people, 220)
    await giveSilently(strange, unit)
    const found: number[] = []
    for (let run = 0; run < 3; run++) found.push((await compareSome()).differences.length)
    expect(found).toEqual([0, 0, 1])
    // Others have their turn, and this one is looked at again each time.
    for (let run = 0; run < 3; run++) expect((await compareSome()).differences).toHaveLength(1)
    expect(await alarm()).toContain(strange.id)
    await rescanDeposits(depsOf(world), 0n)
    expect((await compareSome()).differences).toEqual([])
    expect(await alarm()).toBeUndefined()
  })

  test('a balance that was changed in the database is found in its turn', async () => {
    const victim = someone(people, 150)
    await giveTo(victim, unit)
    await watchFinal()
    for (let run = 0; run < 4; run++) expect((await compareSome()).differences).toEqual([])
    await world.asOwner(`update ledger_balances set units = units + 1 where account = (
      select id from ledger_accounts where owner = 'customer:${victim.id}')`)
    const found: number[] = []
    for (let run = 0; run < 3; run++) found.push((await compareSome()).differences.length)
    expect(found.at(-1)).toBe(1)
    expect(await issuingStopped(world.db)).toHaveLength(1)
  })

  test('a wallet is looked at in the next run when the ledger has moved something, or somebody has on the chain', async () => {
    const [anna, ben] = [someone(people, 160), someone(people, 240)]
    await giveTo(anna, 9n * unit)
    await watchFinal()
    const { settlement, usdt } = world.deployed.addresses
    const leg = { token: usdt, from: anna.salt, receiver: receivers.wallet, to: ben.salt, amount: 4n * unit }
    await world.transact(accounts.settler, 'Settlement', settlement, 'settle', [[{ id: 10n ** 9n, legs: [leg] }]])
    await watchFinal()
    const stolen = await compareSome()
    expect(stolen.differences.map(({ owner, difference }) => `${owner} ${difference}`).sort()).toEqual(
      [`customer:${anna.id} -4`, `customer:${ben.id} 4`].sort(),
    )
    const back = { ...leg, from: ben.salt, to: anna.salt }
    await world.transact(accounts.settler, 'Settlement', settlement, 'settle', [[{ id: 10n ** 9n + 1n, legs: [back] }]])
    await watchFinal()
    expect((await compareSome()).differences).toEqual([])
    const cleo = someone(people, 245)
    const to = customerAccount(cleo.id, 'USDT', 'available')
    const moves = [move(amountOf('USDT', unit), { from: houseAccount('USDT', 'outside'), to })]
    await post(world.db, { reference: 'untrue', kind: 'test', causedBy: 'test', moves })
    expect((await compareSome()).differences).toMatchObject([{ owner: `customer:${cleo.id}`, difference: '-1' }])
  })

  test('a run that did not look there takes back no alarm, also when it ends after the one that did', async () => {
    const strange = someone(people, 30)
    await giveSilently(strange, unit)
    // This one read its books before, and is held up on its way.
    await sql`insert into chain_reach (entry, block, number)
      select 0, 0, number from customers where id = ${someone(people, 99).id}`.execute(world.db)
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
    let first = true
    world.meddleWith(async (call, pass) => {
      if (call.method === 'eth_call' && first) {
        first = false
        isHeld()
        await mayGoOn
      }
      return pass(call)
    })
    const slow = compareSome()
    await held
    expect((await reconcile(depsOf(world), { whole: true }))?.differences).toHaveLength(1)
    goOn()
    expect((await slow).differences).toEqual([])
    expect(await alarm()).toContain(strange.id)
    const { rows } = await sql<{ difference_count: number }>`
      select difference_count from chain_reconciliations order by id`.execute(world.db)
    expect(rows).toEqual([{ difference_count: 1 }, { difference_count: 1 }])
  })
})
