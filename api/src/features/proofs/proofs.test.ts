import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import * as calls from '@ingot/endpoints/proofs'
import { customerAccount, houseAccount, purposes } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { sealEntries, sealKeyOf } from '@ingot/ledger/seal'
import { takeInBar } from '@ingot/ledger/vault'
import { amountOf } from '@ingot/money/amount'
import { checkProof } from '@ingot/proof/check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { beginning } from '../../queue.ts'
import { callProven } from '../identity/test-grants.ts'
import type { Client } from '../identity/test-people.ts'
import { proofs } from './feature.ts'
import { proofQueues } from './queues.ts'
import { listFailed } from './report-store.ts'
import { isDue, troubleOf } from './rules.ts'
import { findUnderWay, newestBegun } from './store.ts'
import { rebuild, takeSnapshot } from './taking.ts'
import { anchor, createProving } from './test-proofs.ts'

const gram = 10n ** 18n

let house: Awaited<ReturnType<typeof createProving>>
let ann: Client & { id: string }
let ben: Client & { id: string }

const customer = async (name: string) => {
  const client = await house.newCustomer(name)
  const { rows } = await sql<{ id: string }>`select id from customers where username = ${name}`.execute(house.db)
  return { ...client, id: rows[0]?.id ?? '' }
}

beforeAll(async () => {
  house = await createProving()
  ann = await customer('ann')
  ben = await customer('ben')
})
afterAll(() => house.close())

const proofOf = async (client: Client) => (await client.get('/reserves/proof')).body.data
/** As everybody knows of them some seconds later. */
const snapshots = async () => {
  house.passTime(policy.reserves.pageSeconds * 1000)
  return (await house.newClient().get('/reserves/snapshots')).body.data
}
const treeOf = (header: { trees: { asset: string; total: string }[] }, asset: string) =>
  header.trees.find((tree) => tree.asset === asset)

describe('before the first snapshot', () => {
  test('there is nothing to see and nothing to prove', async () => {
    expect(await snapshots()).toEqual([])
    expect(await proofOf(ann)).toBeNull()
    expect((await house.newClient().get('/reserves/checker.html')).raw.toString()).toContain('"keys":[]')
    expect((await house.newClient().get('/reserves/snapshots/1')).status).toBe(404)
    expect((await ann.post('/reserves/reports', { snapshot: 1, ok: true })).status).toBe(404)
  })

  test('none is taken while it is not known what is owed, since unknown is not nothing', async () => {
    await inTransaction(house.db, async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx)
      await expect(takeSnapshot(house.taking, 2)).rejects.toThrow('transactions are under way for too long')
    })
    expect(await newestBegun(house.db)).toBeUndefined()
  })

  test('a proof is for who is logged in', async () => {
    expect((await house.newClient().get('/reserves/proof')).status).toBe(401)
  })
})

describe('a snapshot', () => {
  test('is served only after it is anchored, and then each proves the own part of the total', async () => {
    const bar = { refiner: 'Testra', serial: 'P-1', fineness: '999.9', grossGrams: '1000' }
    await inTransaction(house.db, (tx) => takeInBar(tx, bar, 'test'))
    await house.give(ann.id, 'QMGT', 5n * gram + 3n)
    await house.give(ben.id, 'QMGT', 7n * gram)
    await house.give(ben.id, 'USDT', 100n * gram)
    await sealEntries(house.db, sealKeyOf('a secret for seals that only tests have'))
    const number = await takeSnapshot(house.taking)
    expect(await proofOf(ann)).toBeNull()
    expect(await snapshots()).toEqual([])
    expect((await house.newClient().get(`/reserves/snapshots/${number}`)).status).toBe(404)
    await anchor(house.db, number)
    // For some seconds everybody is answered from what was read last.
    expect((await house.newClient().get('/reserves/snapshots')).body.data).toEqual([])

    const [listed] = await snapshots()
    expect(listed).toMatchObject({ number, checks: 0, problems: 0, anchor: { chainId: 56, block: 7 } })
    expect(treeOf(listed, 'QMGT')).toMatchObject({ total: String(12n * gram + 3n), decimals: 18, depth: 12 })
    expect(treeOf(listed, 'GDS')?.total).toBe('0')

    const { data: whole } = (await house.newClient().get(`/reserves/snapshots/${number}`)).body
    expect(whole.snapshot.header.seal).toMatchObject({ number: '1' })
    expect(whole.bars).toEqual([{ ...bar, brand: 'Testra', fineGrams: '999.9', year: null, vault: 'Main vault' }])
    const proof = await proofOf(ann)
    const checked = await checkProof(proof, {
      anchorHash: listed.hash,
      contract: { chainId: 56, address: listed.anchor.contract },
      bars: whole.bars,
      wallet: proof.wallet,
      keys: [listed.key],
      balances: { QMGT: String(5n * gram + 3n) },
      newest: number,
      now: house.now(),
    })
    expect(checked).toMatchObject({ ok: true, number, notCompared: [] })
    expect(
      (await checkProof(await proofOf(ben), { balances: { QMGT: String(7n * gram), USDT: String(100n * gram) } })).ok,
    ).toBe(true)
    expect((await checkProof(await proofOf(ben), { balances: { QMGT: String(7n * gram) } })).ok).toBe(false)
  })

  test('is checked without us by a page that knows the key and the contract, and that is kept, not opened', async () => {
    const { status, headers, raw } = await house.newClient().get('/reserves/checker.html')
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="check-proof.html"'])
    const { key, snapshot } = await proofOf(ann)
    expect(raw.toString()).toContain(`"keys":["${key}"]`)
    expect(raw.toString()).toContain(`"address":"${snapshot.anchor.contract}"`)
  })

  test('counts what lies anywhere, and nothing that is owed', async () => {
    const all = Object.entries(purposes).filter(([name, { of }]) => of === 'customer' && name !== 'owed')
    for (const [purpose] of all) await house.give(ann.id, 'GAE', gram, purpose as 'available')
    await house.give(ann.id, 'USD', 5n, 'owed')
    const number = await house.snap()
    const proof = await proofOf(ann)
    expect(treeOf(proof.snapshot.header, 'GAE')?.total).toBe(String(BigInt(all.length) * gram))
    const balances = { QMGT: String(5n * gram + 3n), GAE: String(BigInt(all.length) * gram) }
    expect(await checkProof(proof, { balances })).toMatchObject({ ok: true, number })
  })

  test('names the one before, and only grows by what was posted since', async () => {
    const [newest, before] = await snapshots()
    const { data } = (await house.newClient().get(`/reserves/snapshots/${newest.number}`)).body
    expect(data.snapshot.header.previous).toBe(before.hash)
    expect(BigInt(data.snapshot.header.entry)).toBeGreaterThan(0n)
  })

  test('is followed by what came and went since, so that a device can compare it with the wallet of now', async () => {
    const dan = await customer('dan')
    expect((await house.newClient().get('/reserves/moved')).status).toBe(401)
    await house.give(dan.id, 'QMGT', 5n * gram)
    const number = await house.snap()
    const moved = async () => (await dan.get('/reserves/moved')).body.data
    expect(await moved()).toEqual({ snapshot: number, moved: [] })
    await house.give(dan.id, 'QMGT', 2n * gram)
    await house.give(dan.id, 'USD', 5n, 'owed')
    const own = (from: 'available' | 'staked', to: 'available' | 'staked' | 'outside', units: bigint) => {
      const account = (purpose: typeof from | typeof to) =>
        purpose === 'outside' ? houseAccount('QMGT', 'outside') : customerAccount(dan.id, 'QMGT', purpose)
      const moves = [move(amountOf('QMGT', units), { from: account(from), to: account(to) })]
      return post(house.db, { reference: `moved:${from}:${to}`, kind: 'test', causedBy: 'test', moves })
    }
    // What was only set aside neither came nor went.
    await own('available', 'staked', 3n * gram)
    await own('available', 'outside', gram)
    expect(await moved()).toEqual({
      snapshot: number,
      moved: [{ asset: 'QMGT', came: String(2n * gram), went: String(gram) }],
    })
    const { of } = await proofOf(dan)
    const wallet: { asset: string; total: string }[] = (await dan.get('/user-balances')).body.data
    expect(wallet.find(({ asset }) => asset === 'QMGT')?.total).toBe('6')
    expect(of.find(({ asset }: { asset: string }) => asset === 'QMGT').units).toBe(String(6n * gram - 2n * gram + gram))
  })

  test('can be made again from the books and its seed, long after balances have changed', async () => {
    await house.give(ann.id, 'QMGT', 1000n * gram)
    await house.give(ben.id, 'GCA', gram)
    expect(await rebuild(house.db, 1)).toEqual([])
    expect(await rebuild(house.db, 2)).toEqual([])
    expect(await rebuild(house.db, 99)).toBeUndefined()
  })

  test('is not what the books say any more where somebody changed them', async () => {
    const undo = `alter table ledger_lines disable trigger user; update ledger_lines set units_after = units_after - 1
      where (account, version) = (select a.id, 1 from ledger_accounts a where a.owner = 'customer:${ben.id}' and a.asset = 'QMGT');`
    await runAsOwner(asOwner(house.databaseUrl), `${undo} alter table ledger_lines enable trigger user`)
    expect(await rebuild(house.db, 1)).toEqual(['the tree of QMGT'])
    await runAsOwner(
      asOwner(house.databaseUrl),
      `${undo.replace('- 1', '+ 1')} alter table ledger_lines enable trigger user`,
    )
    expect(await rebuild(house.db, 1)).toEqual([])
  })

  test('is not signed while customers have something else than what the house and the world outside have not', async () => {
    const before = await newestBegun(house.db)
    const change = (by: string) =>
      runAsOwner(
        asOwner(house.databaseUrl),
        `alter table ledger_lines disable trigger user; update ledger_lines l set units_after = units_after ${by}
          from ledger_accounts a join ledger_balances b on b.account = a.id
          where a.owner = 'customer:${ben.id}' and a.asset = 'QMGT' and (l.account, l.version) = (a.id, b.version);
        alter table ledger_lines enable trigger user`,
      )
    await change('- 1')
    await expect(takeSnapshot(house.taking)).rejects.toThrow(/the tree of QMGT holds \d+ units, and the books \d+/)
    expect(await findUnderWay(house.db)).toMatchObject({ number: (before?.number ?? 0) + 1 })
    await change('+ 1')
    await anchor(house.db, await takeSnapshot(house.taking))
    expect(await findUnderWay(house.db)).toBeUndefined()
  })

  test('that was broken off is gone on with, and never two of one number', async () => {
    const before = await newestBegun(house.db)
    const failing = { ...house.taking, key: { ...house.taking.key, private: {} as never } }
    await expect(takeSnapshot(failing)).rejects.toThrow()
    const begun = await findUnderWay(house.db)
    expect(begun?.number).toBe((before?.number ?? 0) + 1)
    // What is posted meanwhile counts the next time.
    await house.give(ann.id, 'GDS', gram)
    expect(await Promise.all([takeSnapshot(house.taking), takeSnapshot(house.taking)])).toEqual([
      begun?.number,
      begun?.number,
    ])
    expect(await findUnderWay(house.db)).toBeUndefined()
    await anchor(house.db, begun?.number ?? 0)
    const proof = await proofOf(ann)
    expect(treeOf(proof.snapshot.header, 'GDS')?.total).toBe('0')
    expect(proof.snapshot.header).toMatchObject({ number: begun?.number, entry: String(begun?.entry) })
    expect(await checkProof(proof, {})).toMatchObject({ ok: true })
  })

  test('of whoever came later says nothing yet', async () => {
    const carl = await customer('carl')
    await house.give(carl.id, 'QMGT', gram)
    expect(await proofOf(carl)).toBeNull()
    const number = await house.snap()
    expect(await checkProof(await proofOf(carl), { balances: { QMGT: String(gram) } })).toMatchObject({
      ok: true,
      number,
    })
  })

  test('is not begun where somebody’s units would be left out', async () => {
    const nobody = '00000000-0000-0000-0000-00000000dead'
    await house.give(nobody, 'GCA', gram)
    await expect(takeSnapshot(house.taking)).rejects.toThrow(`customer:${nobody} has an account in the books`)
    expect(await findUnderWay(house.db)).toBeUndefined()
    await sql`insert into proof_secrets (customer, wallet, kept)
      values (${nobody}, ${`0x${'0'.repeat(40)}`}, ${Buffer.alloc(32)})`.execute(house.db)
    await house.snap()
  })
})

describe('the bytes that the customer’s device chooses', () => {
  const [mine, other] = ['0f'.repeat(16), '3c'.repeat(16)]

  test('count from the next snapshot on, and are chosen once', async () => {
    const before = await proofOf(ann)
    expect(before.secret.slice(64)).toBe('0'.repeat(32))
    const chosen = await ann.post('/reserves/secret', { mixed: mine })
    expect(chosen.body.data).toEqual({ since: before.snapshot.header.number + 1 })
    expect((await ann.post('/reserves/secret', { mixed: other })).body.data).toEqual({ since: null })
    expect((await proofOf(ann)).secret).toBe(before.secret)
    await house.snap()
    const after = await proofOf(ann)
    expect(after.secret).toBe(before.secret.slice(0, 64) + mine)
    expect(await checkProof(after, { chosen: mine })).toMatchObject({ ok: true })
    expect(await checkProof(after, { chosen: other })).toMatchObject({ ok: false, why: 'Chosen' })
    // Others have a secret of their own, and theirs is as it was.
    expect((await proofOf(ben)).secret.slice(0, 64)).not.toBe(after.secret.slice(0, 64))
  })

  test('are changed with the PIN alone, and older snapshots stay as they were', async () => {
    expect((await ann.post('/reserves/secret/again', { mixed: other })).status).toBe(400)
    const given = { body: { mixed: other } }
    expect((await callProven(house, ann, calls.chooseSecretAgain, given)).body.data.since).toBeGreaterThan(1)
    const number = await house.snap()
    expect((await proofOf(ann)).secret.slice(64)).toBe(other)
    for (let each = 1; each <= number; each++) expect(await rebuild(house.db, each)).toEqual([])
  })

  test('are sixteen bytes and nothing else', async () => {
    for (const mixed of ['', '0f', 'zz'.repeat(16), '0F'.repeat(16), '0f'.repeat(17)])
      expect((await ben.post('/reserves/secret', { mixed })).status).toBe(400)
  })
})

describe('what devices found', () => {
  const numberOf = async () => (await snapshots())[0].number
  const report = (client: Client, snapshot: number, more: object) =>
    client.post('/reserves/reports', { snapshot, ...more })
  const counts = async () => {
    const [{ checks, problems }] = await snapshots()
    return { checks, problems }
  }

  test('counts once for each device and snapshot', async () => {
    const number = await numberOf()
    expect((await report(ann, number, { ok: true })).body.data).toEqual({ counted: true })
    expect((await report(ann, number, { ok: true })).body.data).toEqual({ counted: false })
    expect((await report(ben, number, { ok: true })).body.data).toEqual({ counted: true })
    expect(await counts()).toEqual({ checks: 2, problems: 0 })
  })

  test('that something does not fit is told to operators, whatever was found before', async () => {
    const number = await numberOf()
    const why = 'Your balance is not in the published total.'
    expect((await report(ann, number, { ok: false, why })).body.data).toEqual({ counted: true })
    expect((await report(ann, number, { ok: true })).body.data).toEqual({ counted: false })
    expect(await counts()).toEqual({ checks: 2, problems: 1 })
    const failed = await listFailed(house.db, beginning, 10)
    expect(failed).toMatchObject([{ snapshot: String(number), why, username: 'ann' }])
    expect(await proofs.health?.(house)).toMatchObject([
      { name: 'proofs', ok: false, problem: '1 device reports a proof that does not hold' },
    ])
    const [queue] = proofQueues(house.db)
    const settle = queue?.decisions?.['settle-proof-report']
    const by = { operator: ben.id, at: house.now() }
    const decide = (id: string) => inTransaction(house.db, async (tx) => settle?.(tx, id, 'rebuilt: the same', by))
    await expect(decide('nothing')).rejects.toThrow('could not find')
    expect(await decide(failed[0]?.id ?? '')).toEqual({ customer: ann.id })
    await expect(decide(failed[0]?.id ?? '')).rejects.toThrow('no longer in a state')
    expect(await listFailed(house.db, beginning, 10)).toEqual([])
    // What was found stays counted.
    expect(await counts()).toEqual({ checks: 2, problems: 1 })
  })

  test('of a snapshot that nobody has seen, or that cannot be read, is refused', async () => {
    expect((await report(ann, 9_999, { ok: true })).status).toBe(404)
    for (const bad of [{ snapshot: 0 }, { snapshot: 1.5 }, { ok: 'yes' }, { why: 'x'.repeat(301) }, { why: '\u0000' }])
      expect((await ann.post('/reserves/reports', { snapshot: 1, ok: false, ...bad })).status).toBe(400)
  })
})

describe('health', () => {
  const at = new Date('2026-11-19T12:00:00Z')
  const taken = (hours: number, isAnchored: boolean) =>
    troubleOf({ newest: { number: 5n, takenAt: new Date(at.getTime() - hours * 3600_000), isAnchored }, failed: 0 }, at)

  test('says what keeps proofs from being new', () => {
    expect(troubleOf({ newest: undefined, failed: 0 }, at)).toBeUndefined()
    expect(taken(2, true)).toBeUndefined()
    expect(taken(0.5, false)).toBeUndefined()
    expect(taken(2, false)?.problem).toBe('the snapshot 5 is not anchored')
    expect(taken(27, true)?.problem).toBe('no snapshot was taken for more than a day')
  })

  test('a snapshot is due once a day', () => {
    expect(isDue(undefined, at)).toBe(true)
    expect(isDue(new Date('2026-11-19T00:00:00Z'), at)).toBe(false)
    expect(isDue(new Date('2026-11-18T23:59:59Z'), at)).toBe(true)
  })
})

test('trees of the newest snapshots are kept, and those of older ones go', async () => {
  const { rows } = await sql<{ snapshot: string }>`select distinct snapshot from proof_chunks order by 1 desc`.execute(
    house.db,
  )
  const [newest] = await snapshots()
  expect(rows.map(({ snapshot }) => Number(snapshot))).toEqual([0, 1, 2].map((back) => newest.number - back))
})
