import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { customerAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { post, postTogether, settledMove } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { formatDecimal } from '@ingot/money/decimal'
import { Failure } from '../../failure.ts'
import { worthIn } from '../rewards/rules.ts'
import { lockBookToAdd, noteArrival } from '../trade/book-store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { pricesIn } from './pricing.ts'
import { endUnpaid } from './requests.ts'
import { endMoves, movementTypes, requestMoves, setAside, stakeMoves } from './rules.ts'
import * as store from './store.ts'

// Whoever dies has all that was promised for what he had staked: his stakes end at once, vested in full.

type How = { by: string; at: Date }

const why = 'Whoever staked it has died: all of the reward has vested.'

/** What was asked for and not decided is paid with everything else. */
const endRequests = async (tx: Tx, customer: string, { by, at }: How): Promise<void> => {
  for (const { id } of await store.readUndecided(tx, customer)) {
    const request = await store.lockRequest(tx, id)
    if (request?.state === 'Requested') await endUnpaid(tx, request, { to: 'Rejected', by, at, reason: why })
  }
}

/** Notice is taken back first: of what ends by notice a part of the reward goes back. */
const endStakes = async (tx: Tx, stakes: readonly store.StakeRow[], { by, at }: How): Promise<void> => {
  for (const { id, state } of stakes) {
    if (state === 'Leaving')
      await advance(tx, stakeMoves, id, { to: 'Staked', by, at, why, set: { notice_at: null, leaves_at: null } })
    await advance(tx, stakeMoves, id, { to: 'Ended', by, at, why, set: { ended_at: at } })
  }
  const posted = await postTogether(
    tx,
    stakes.map((stake) => ({
      ...{ reference: `${movementTypes.ended}:${stake.id}`, kind: movementTypes.ended, causedBy: by },
      moves: endMoves(stake, 0n),
    })),
  )
  await recordMovements(
    tx,
    stakes.flatMap(({ customer }, place) => {
      const entry = posted[place]?.entry
      return entry === undefined ? [] : [{ owner: ownerOf(customer), type: movementTypes.ended, entry }]
    }),
  )
}

/** As if it had been asked for and paid: in one request that nobody decides about. */
const payRewards = async (
  tx: Tx,
  customer: string,
  stakes: readonly store.StakeRow[],
  { by, at }: How,
): Promise<void> => {
  const parts = stakes.map(({ id, reward, paid, returned }) => ({ stake: id, units: reward - paid - returned }))
  const units = parts.reduce((sum, part) => sum + part.units, 0n)
  const bid = (await pricesIn(tx, at, 'QMGT/USDT'))?.bid
  if (!bid)
    throw new Failure(
      'StateChanged',
      {},
      'The gold price is too old or in doubt. Please look again when there is one to rely on.',
    )
  const id = randomUUID()
  await store.insertRequest(tx, { id, customer, currency: 'QMGT', askedAt: at, parts })
  const number = (await store.findRequest(tx, id))?.number ?? ''
  const book = await lockBookToAdd(tx, customer, at)
  const [worth, gold] = [worthIn('QMGT', units, bid), amountOf('QMGT', units)]
  const { entry } = await post(tx, {
    ...{ reference: `reward:${id}`, kind: 'reward', causedBy: by },
    moves: [settledMove(gold, { from: setAside, to: customerAccount(customer, 'QMGT', 'available') })],
    details: { request: number, price: formatDecimal(bid), worth: formatAmount(amountOf('USDT', worth)) },
  })
  const [movement] = await recordMovements(tx, [{ owner: ownerOf(customer), type: 'reward', entry }])
  if (!movement) throw new Error('a reward that was paid is in no list')
  await noteArrival(tx, { customer, movement, at }, book, { units, worth })
  await store.addPaid(tx, parts)
  const set = { decided_at: at, receive_units: String(units), movement }
  await advance(tx, requestMoves, id, { to: 'Paid', by, at, why, set })
}

/** Ends all stakes of a customer and pays all that was promised for them. The customer is locked by then. */
export const vestInFull = async (tx: Tx, customer: string, how: How): Promise<void> => {
  await endRequests(tx, customer, how)
  const open = await store.lockOpenStakes(tx, customer)
  if (open.length > 0) await endStakes(tx, open, how)
  const unpaid = await store.readUnclaimed(tx, customer)
  if (unpaid.length > 0)
    await payRewards(
      tx,
      customer,
      await store.lockStakes(
        tx,
        unpaid.map(({ id }) => id),
      ),
      how,
    )
}
