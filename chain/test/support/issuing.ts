import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { issueTranche } from '@ingot/ledger/treasury'
import { takeInBar } from '@ingot/ledger/vault'
import { parseAmount } from '@ingot/money/amount-text'
import { watchDeposits } from '../../src/deposits/watch-deposits.ts'
import { attest } from '../../src/issuing/attest.ts'
import { mintAll } from '../../src/issuing/mint.ts'
import { accounts } from './chain.ts'
import type { World } from './settling.ts'

/** Long enough for whatever is mined at once, and no reason to wait where nothing is. */
const briefly = { limit: 2_000, interval: 1 }

/** Every transaction that is sent is mined and becomes final at once. */
export const finalAtOnce = (world: World) =>
  world.meddleWith(async (call, pass) => {
    const answer = await pass(call)
    if (call.method === 'eth_sendRawTransaction') await world.mine(3)
    return answer
  })

export const fillVault = (db: Db, grams: string, serial = 'T-1') =>
  inTransaction(db, (tx) =>
    takeInBar(tx, { refiner: 'Testra', serial, fineness: '1000', grossGrams: grams }, 'operator'),
  )

export const tranche = (db: Db, grams: string, name: string, asset: 'QMGT' | 'GCA' | 'GAE' = 'QMGT') =>
  inTransaction(db, (tx) => issueTranche(tx, { amount: parseAmount(asset, grams) }, { name, causedBy: 'operator' }))

const depsOf = ({ db, node, deployed, readBook }: World) => ({ db, node, deployed, readBook })

export const attestIn = (world: World) => attest({ ...depsOf(world), signer: accounts.attestor, wait: briefly })

export const mintIn = (world: World) => mintAll({ ...depsOf(world), signer: accounts.issuer }, briefly)

/** Gold in the vault, in the ledger and on the chain. */
export async function issueGold(world: World, grams: string, name: string): Promise<void> {
  await tranche(world.db, grams, name)
  finalAtOnce(world)
  await attestIn(world)
  await mintIn(world)
  world.meddleWith((call, pass) => pass(call))
}

/** Reads all that is final. */
export async function watchAll(world: World): Promise<void> {
  while ((await watchDeposits(depsOf(world))).more);
}
