import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '@ingot/db/connect'
import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import { addAddress as addAddressCall, transferQmgt, transferUsdau, transferUsdt } from '@ingot/endpoints/wallet'
import type { SendableAsset } from '@ingot/endpoints/wallet-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { placeHold } from '@ingot/ledger/hold'
import { movementsOfEntries, recordMovements } from '@ingot/ledger/movement'
import { move, post } from '@ingot/ledger/post'
import { concludeSends } from '@ingot/ledger/send'
import { advanceSettlements, settlementsOf } from '@ingot/ledger/settlement'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { type Address, getAddress, keccak256, toHex } from 'viem'
import type { Person } from '../../bind.ts'
import type { ChainAddresses } from '../../chain-addresses.ts'
import { grant } from '../identity/step-up.ts'
import { type Client, createPeople } from '../identity/test-people.ts'
import { walletJobs } from './jobs.ts'
import { waitsUntilOf } from './rules.ts'
import { insertTransfer } from './store.ts'

/** For tests: an address that nobody has, always the same for a name. */
export const someAddress = (name: string): Address => getAddress(`0x${keccak256(toHex(name)).slice(26)}`)

const contracts: ChainAddresses = {
  settlement: someAddress('settlement'),
  walletImplementation: someAddress('walletImplementation'),
  treasury: someAddress('treasury'),
  reserve: someAddress('reserve'),
  qmgt: someAddress('qmgt'),
  usdau: someAddress('usdau'),
  gca: someAddress('gca'),
  gae: someAddress('gae'),
  usdt: someAddress('usdt'),
  aggregator: someAddress('aggregator'),
}

/** For tests: something that came to a customer from outside. Gives the movement's number. */
export const fundCustomer = (
  db: Db,
  id: string,
  {
    asset,
    text,
    type = 'deposit',
    sender = someAddress('a friend'),
  }: { asset: SendableAsset; text: string; type?: string; sender?: string },
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const { entry } = await post(tx, {
      reference: `test-deposit:${randomUUID()}`,
      kind: 'deposit',
      causedBy: 'test',
      moves: [
        move<SendableAsset>(parseAmount<SendableAsset>(asset, text), {
          from: houseAccount(asset, 'outside'),
          to: customerAccount(id, asset, 'available'),
        }),
      ],
      details: { hash: `0x${'ab'.repeat(32)}`, sender },
    })
    await recordMovements(tx, [{ owner: `customer:${id}`, type, entry }])
    const [movement] = await movementsOfEntries(tx, `customer:${id}`, [entry])
    return String(movement?.number)
  })

/** For tests: a transfer of a customer that waits, without anybody having asked for it. */
export const insertWaiting = async (db: Db, customer: string, leavesAt: Date): Promise<string> => {
  const [id, amount, fee] = [randomUUID(), parseAmount('USDT', '1'), parseAmount('USDT', '0')]
  await fundCustomer(db, customer, { asset: 'USDT', text: '1' })
  await inTransaction(db, async (tx) => {
    const reference = `test-hold:${id}`
    const hold = await placeHold(tx, { customer, amount, expiresAt: null, reference, causedBy: 'test' })
    const given = { id, customer, amount, fee, requestedAt: leavesAt, address: someAddress('waiting') }
    await insertTransfer(tx, { ...given, hold: hold.id, leavesAt, waitsUntil: waitsUntilOf(leavesAt) })
  })
  return id
}

/** For tests: a verified customer with a PIN, 2FA and a wallet, signed in. */
export type Holder = {
  id: string
  username: string
  email: string
  address: Address
  client: Client
  code: () => string
}

const transfers = { USDT: transferUsdt, QMGT: transferQmgt, USDAU: transferUsdau } as const

type Approvable = Parameters<typeof aimOf>[0]

/** For tests: the api with customers who have something to send, and what works behind it. */
export const createHolders = async (env: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-wallet-'))
  const file = join(folder, 'addresses.json')
  writeFileSync(file, JSON.stringify({ addresses: contracts }))
  const people = await createPeople({ env: { ...env, CHAIN_ADDRESSES: file } })
  const { db, config, log, now, mailer, outbox, identity } = people
  const worker = await openTestWorker(people.databaseUrl, walletJobs({ db, config, mailer, outbox, log, now }))

  const fund = (id: string, asset: SendableAsset, text: string, type?: string) =>
    fundCustomer(db, id, { asset, text, ...(type && { type }) })

  const newHolder = async (username: string, funds: Partial<Record<SendableAsset, string>> = {}): Promise<Holder> => {
    const client = await people.newCustomer(username, { verified: true, pin: true })
    const { code } = await people.enrol(client)
    const { id } = (await client.get('/getInfo')).body.data
    const address = someAddress(`wallet of ${username}`)
    await sql`insert into wallet_addresses (customer, address, recorded_at) values (${id}, ${address}, ${now()})`.execute(
      db,
    )
    for (const [asset, text] of Object.entries(funds)) await fund(id, asset as SendableAsset, text)
    return { id, username, email: `${username}@example.com`, address, client, code }
  }

  /** As if PIN and 2FA had just been given for this operation. */
  const approve = async ({ client }: Holder, endpoint: Approvable, key: string, body: object) => {
    const session = identity.tokens.session.read(client.state.jwt)?.sid ?? ''
    const aim = await aimOf(endpoint, key, { body })
    await inTransaction(db, async (tx) => {
      await grant(tx, identity, { session } as Person, aim, 'pin')
      await grant(tx, identity, { session } as Person, aim, '2fa')
    })
  }

  const send = async (holder: Holder, asset: SendableAsset, body: object, key: string = randomUUID()) => {
    await approve(holder, transfers[asset], key, body)
    return holder.client.post(transfers[asset].path, body, { 'idempotency-key': key })
  }

  const addAddress = async (holder: Holder, address: string, label = '') => {
    const [key, body] = [randomUUID(), { address, label }]
    await approve(holder, addAddressCall, key, body)
    return holder.client.post('/addresses', body, { 'idempotency-key': key })
  }

  /** An address of the holder's book whose waiting time is over. */
  const addUsable = async (holder: Holder, address: string) => {
    const { body } = await addAddress(holder, address)
    await sql`update wallet_outside_addresses set usable_from = ${now()} where id = ${body.data.id}`.execute(db)
    return body.data.id as string
  }

  /** Of one asset: available and held. */
  const balancesOf = async ({ client }: Holder, asset: SendableAsset) => {
    const { data } = (await client.get('/user-balances')).body
    const { available, held } = data.find((each: { asset: string }) => each.asset === asset)
    return { available, held }
  }

  /** The newest settlements that were queued: what the chain's worker would find. */
  const settlements = async () => {
    const { rows } = await sql<{ entry: string }>`select distinct entry from ledger_settlements`.execute(db)
    return settlementsOf(
      db,
      rows.map(({ entry }) => BigInt(entry)),
    )
  }

  const hash = `0x${'c0'.repeat(32)}`
  /** What the chain's worker writes down when it has sent an entry, and what became of it. */
  const chainSends = (entry: bigint) =>
    inTransaction(db, (tx) => advanceSettlements(tx, [entry], { state: 'sent', hash }))
  const chainConfirms = (entry: bigint) =>
    inTransaction(db, async (tx) => {
      await advanceSettlements(tx, [entry], { state: 'confirmed', hash })
      await concludeSends(tx, await settlementsOf(tx, [entry]), 'arrived', 'test')
    })
  const chainRefuses = (entry: bigint) =>
    inTransaction(db, async (tx) => {
      await advanceSettlements(tx, [entry], { state: 'failed', reason: 'TokenPaused()' })
      await concludeSends(tx, await settlementsOf(tx, [entry]), 'returned', 'test')
    })

  const mailTo = async (to: string) => {
    // Those about credentials first, so that the newest mail is one about what left.
    await people.runJobs()
    await worker.run()
    return people.mailTo(to)
  }

  const close = async () => {
    await worker.close()
    await people.close()
    rmSync(folder, { recursive: true })
  }
  return {
    ...people,
    newHolder,
    fund,
    approve,
    send,
    addAddress,
    addUsable,
    balancesOf,
    settlements,
    chainSends,
    chainConfirms,
    chainRefuses,
    hash,
    mailTo,
    runMails: worker.run,
    strikeWalletClock: worker.strikeClock,
    contracts,
    close,
  }
}
