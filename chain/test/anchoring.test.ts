import { sql } from 'kysely'
import { type Account, type Hex, keccak256, toHex, zeroHash } from 'viem'
import { hardhat } from 'viem/chains'
import { encodeFunctionData } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { compareSeals, createAnchorer } from '../src/anchoring/anchor.ts'
import { anchorAbi } from '../src/anchoring/anchor-abi.ts'
import { accounts } from './support/chain.ts'
import { openWorld, type World } from './support/settling.ts'

let world: World
let contract: Hex

beforeAll(async () => {
  world = await openWorld()
  contract = world.deployed.addresses.anchor ?? '0x'
})

afterAll(() => world.close())

beforeEach(() => world.meddleWith((call, pass) => pass(call)))

const anchorer = (more: Partial<Parameters<typeof createAnchorer>[0]> = {}) =>
  createAnchorer({ ...world, signer: accounts.anchorer, resendSeconds: 0, ...more })

let snapshots = 0

const hashOf = (what: string): Hex => keccak256(toHex(what))

const bytesOf = (hash: Hex) => Buffer.from(hash.slice(2), 'hex')

/** As the portal leaves them: all that counts here is the number and the hash. */
const takeSnapshot = async (): Promise<bigint> => {
  const number = ++snapshots
  await sql`
    insert into proof_snapshots (number, taken_at, entry, seed, places, header, hash, signature, key)
    values (${number}, now(), 0, ${Buffer.alloc(32)}, 0, '{}', ${bytesOf(hashOf(`header ${number}`))}, ${Buffer.alloc(64)},
      ${Buffer.alloc(65)})`.execute(world.db)
  return BigInt(number)
}

const sealUp = (number: number) =>
  sql`
  insert into ledger_seals (number, first_entry, last_entry, entries, hash, audit_line, signature)
  values (${number}, ${number}, ${number}, 1, ${bytesOf(hashOf(`seal ${number}`))}, 0, ${Buffer.alloc(64)})`.execute(
    world.db,
  )

const readAnchors = async (kind: 'snapshot' | 'seal') => {
  const { rows } = await sql<{ number: string; hash: string; transaction: Hex; block: string }>`
    select number, '0x' || encode(hash, 'hex') as hash, transaction, block from chain_anchors where kind = ${kind}
    order by number`.execute(world.db)
  return rows
}

const alarm = async () => {
  const { rows } = await sql<{ text: string }>`select text from chain_alarms where name = 'anchoring'`.execute(world.db)
  return rows[0]?.text
}

const onChain = (number: bigint) =>
  world.chain.client.readContract({ address: contract, abi: anchorAbi, functionName: 'hashOf', args: [number] })

const sentBy = (account: Account) => world.chain.client.getTransactionCount({ address: account.address })

const settle = async (work = anchorer()) => {
  await work()
  await world.mine(3)
  await work()
}

test('a snapshot is written down once it is final on the chain, and never sent twice', async () => {
  const number = await takeSnapshot()
  const work = anchorer()
  await work()
  expect(await readAnchors('snapshot')).toEqual([])
  await world.mine()
  await work()
  expect(await readAnchors('snapshot')).toEqual([])
  await world.mine(2)
  await work()
  const [anchor] = await readAnchors('snapshot')
  expect(anchor).toMatchObject({ number: String(number), hash: hashOf(`header ${number}`) })
  expect(await onChain(number)).toBe(anchor?.hash)
  const receipt = await world.chain.client.getTransactionReceipt({ hash: anchor?.transaction ?? '0x' })
  expect(receipt).toMatchObject({ status: 'success', blockNumber: BigInt(anchor?.block ?? 0) })
  await settle(work)
  expect(await sentBy(accounts.anchorer)).toBe(1)
  expect(await alarm()).toBeUndefined()
})

test('whoever was killed after sending looks at the chain first', async () => {
  const before = await sentBy(accounts.anchorer)
  const number = await takeSnapshot()
  await anchorer()()
  await anchorer()()
  await world.mine()
  await anchorer()()
  await world.mine(2)
  await anchorer()()
  expect((await readAnchors('snapshot')).at(-1)?.number).toBe(String(number))
  expect(await sentBy(accounts.anchorer)).toBe(before + 1)
})

test('what the node has lost is sent again', async () => {
  const number = await takeSnapshot()
  world.meddleWith(async (call, pass) => {
    if (call.method === 'eth_sendRawTransaction') return zeroHash
    return pass(call)
  })
  await settle()
  expect(await onChain(number)).toBe(zeroHash)
  world.meddleWith((call, pass) => pass(call))
  await settle()
  expect(await onChain(number)).toBe(hashOf(`header ${number}`))
  expect((await readAnchors('snapshot')).at(-1)?.number).toBe(String(number))
})

test('snapshots are anchored one after the other, in their order', async () => {
  const [first, second] = [await takeSnapshot(), await takeSnapshot()]
  const work = anchorer()
  await settle(work)
  expect((await readAnchors('snapshot')).at(-1)?.number).toBe(String(first))
  await settle(work)
  expect((await readAnchors('snapshot')).at(-1)?.number).toBe(String(second))
})

test('the newest seal is anchored, and the next one a day later', async () => {
  await sealUp(1)
  await sealUp(2)
  const work = anchorer()
  await work()
  // Seals go on being made: the one that was sent is the one that is looked for.
  await sealUp(3)
  await world.mine(3)
  await work()
  await settle(work)
  expect(await readAnchors('seal')).toMatchObject([{ number: '2', hash: hashOf('seal 2') }])
  expect(await compareSeals({ ...world, contract })).toEqual({ compared: 1, last: 2n, forgotten: false })
  await world.asOwner(
    `alter table chain_anchors disable trigger user; update chain_anchors set anchored_at = now() - interval '25 hours';
    alter table chain_anchors enable trigger user`,
  )
  await settle(work)
  expect((await readAnchors('seal')).map(({ number }) => number)).toEqual(['2', '3'])
  expect(await compareSeals({ ...world, contract })).toEqual({ compared: 2, last: 3n, forgotten: false })
})

test('a seal that was changed afterwards is found, though signature and database agree', async () => {
  await world.asOwner(
    `alter table ledger_seals disable trigger user; update ledger_seals set hash = sha256('other') where number = 2;
    alter table chain_anchors disable trigger user; update chain_anchors set hash = sha256('other') where kind = 'seal' and number = 2`,
  )
  expect(await compareSeals({ ...world, contract })).toEqual({
    wrong: 'seal 2 is not the one that was anchored on the chain',
  })
})

test('another hash under a number raises the alarm and is never written down', async () => {
  const number = await takeSnapshot()
  const args = [number, hashOf('forged')] as const
  const data = encodeFunctionData({ abi: anchorAbi, functionName: 'anchor', args })
  await world.chain.client.sendTransaction({
    account: accounts.anchorer,
    to: contract,
    data,
    gas: 300_000n,
    chain: hardhat,
  })
  await world.mine(3)
  await expect(anchorer()()).rejects.toThrow('has another hash')
  expect(await alarm()).toContain(`the snapshot ${number}`)
  expect((await readAnchors('snapshot')).map((each) => each.number)).not.toContain(String(number))
})

test('without a contract or a key nothing is anchored, and operators read why', async () => {
  const { anchor, ...before } = world.deployed.addresses
  await anchorer({ deployed: { ...world.deployed, addresses: before } })()
  expect(await alarm()).toContain('Deploy again with CHAIN_ANCHORER')
  await anchorer({ signer: undefined })()
  expect(await alarm()).toContain('Set CHAIN_ANCHORER_KEY')
})

test('a key without the role is told so', async () => {
  const { rows } = await sql`select from chain_anchoring`.execute(world.db)
  expect(rows).toHaveLength(1)
  await world.asOwner(
    `alter table proof_snapshots disable trigger user; delete from proof_snapshots where number = ${snapshots}`,
  )
  snapshots++
  await takeSnapshot()
  await expect(anchorer({ signer: accounts.stranger })()).rejects.toThrow('AccessControlUnauthorizedAccount')
  expect(await alarm()).toContain('AccessControlUnauthorizedAccount')
  await settle()
  await anchorer()()
  expect(await alarm()).toBeUndefined()
})
