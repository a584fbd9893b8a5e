import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, post, settledMove } from '@ingot/ledger/post'
import { sendMoves } from '@ingot/ledger/send'
import { amountOf } from '@ingot/money/amount'
import type { Hex } from 'viem'
import { claimChain } from '../../src/identity.ts'
import { reconcile } from '../../src/reconciling/reconcile.ts'
import { createSettler, settlerPolicy } from '../../src/settling/settler.ts'
import { accounts } from './chain.ts'
import { fillVault, issueGold, watchAll } from './issuing.ts'
import { addCustomer, openWorld, unit } from './settling.ts'

/** For tests: a house with gold in its vault and two customers, of whom one has dollars, and all of it compared. */
export const openHouse = async () => {
  const world = await openWorld()
  const { db, node, deployed, readBook } = world
  await claimChain(db, node, deployed)
  const [anna, ben] = [await addCustomer(db, 'anna'), await addCustomer(db, 'ben')]
  const giveUsdt = (to: Hex, units: bigint) =>
    world.transact(accounts.deployer, 'TestUsdt', deployed.addresses.usdt, 'mint', [to, units])
  await fillVault(db, '1000')
  await issueGold(world, '100', 'first')
  await giveUsdt(world.walletOf(anna.salt), 500n * unit)
  await world.mine(2)
  await watchAll(world)

  const deps = { db, node, deployed, readBook }
  const annasUsdt = customerAccount(anna.id, 'USDT', 'available')
  let count = 0
  const postMoves = async (moves: Move[], details = {}) => {
    const posted = await post(db, { reference: `test:${count++}`, kind: 'test', causedBy: 'test', moves, details })
    return posted.entry
  }
  return {
    world,
    anna,
    ben,
    deps,
    annasUsdt,
    giveUsdt,
    postMoves,
    settle: createSettler({ db, node, deployed, signer: accounts.settler }, { ...settlerPolicy, resendSeconds: 0 }),
    /** Reads what is final and compares. */
    run: async () => {
      await watchAll(world)
      const result = await reconcile(deps)
      if (!result) throw new Error('nothing was compared')
      return result
    },
    buy: () =>
      postMoves([
        settledMove(amountOf('USDT', 130n * unit), { from: annasUsdt, to: houseAccount('USDT', 'treasury') }),
        settledMove(amountOf('USDT', unit), { from: annasUsdt, to: houseAccount('USDT', 'fees') }),
        settledMove(amountOf('QMGT', unit), {
          from: houseAccount('QMGT', 'treasury'),
          to: customerAccount(anna.id, 'QMGT', 'available'),
        }),
      ]),
    sendOut: (to: string, units = 7n * unit) => postMoves(sendMoves(amountOf('USDT', units), annasUsdt), { to }),
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>
