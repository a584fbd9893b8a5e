import { sql } from 'kysely'
import type { Address } from 'viem'
import { watchDeposits } from '../../src/deposits/watch-deposits.ts'
import { accounts } from './chain.ts'
import { addCustomer, inLedger, type Person, type World } from './settling.ts'

export const depsOf = ({ db, node, deployed, readBook }: World) => ({ db, node, deployed, readBook })

/** What tests of the watcher do and look at, in the world of their file unless they name another one. */
export function createWatching(ofFile: () => World) {
  /** Rounds until there is nothing left to read. */
  const watch = async (at = ofFile()): Promise<number> => {
    for (let found = 0; ; ) {
      const round = await watchDeposits(depsOf(at))
      found += round.found
      if (!round.more) return found
    }
  }

  /** What was just mined becomes final, and is read. */
  const watchFinal = async (at = ofFile()): Promise<number> => {
    await at.mine(2)
    return watch(at)
  }

  let people = 0
  const newcomer = (at = ofFile()): Promise<Person> => addCustomer(at.db, `p${String(++people).padStart(4, '0')}`)

  const giveTokens = (to: Address, units: bigint, at = ofFile()) =>
    at.transact(accounts.deployer, 'TestUsdt', at.deployed.addresses.usdt, 'mint', [to, units])

  const giveTo = ({ salt }: Person, units: bigint, at = ofFile()) => giveTokens(at.walletOf(salt), units, at)

  const balance = async (person: Person, at = ofFile()) => (await inLedger(at.db, person, 'USDT')).units

  const depositsTo = async (wallet: Address, at = ofFile()) => {
    const { rows } = await sql<{
      state: string
      units: string
      asset: string | null
      owner: string
      entry: string | null
    }>`
      select state, units, asset, owner, entry from chain_deposits where wallet = ${wallet.toLowerCase()} order by id`.execute(
      at.db,
    )
    return rows
  }

  const depositsOf = ({ salt }: Person, at = ofFile()) => depositsTo(at.walletOf(salt), at)

  const arrivalsOf = async ({ id }: Person, at = ofFile()) => {
    const { rows } = await sql<{ units: string; confirmations: string }>`
      select units, head - a.block + 1 as confirmations from chain_arrivals a, chain_cursor
      where owner = ${`customer:${id}`}`.execute(at.db)
    return rows
  }

  return { watch, watchFinal, newcomer, giveTokens, giveTo, balance, depositsTo, depositsOf, arrivalsOf }
}
