import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { type RewardAsset, rewardAssets } from '@ingot/endpoints/reward-fields'
import { recordMovements } from '@ingot/ledger/movement'
import { post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { formatDecimal } from '@ingot/money/decimal'
import { Failure } from '../../failure.ts'
import { lockClaimable, markPaid, markRequested, readAskedFor, saveToTakeBack } from '../rewards/requested-store.ts'
import { reverseAllOf } from '../rewards/reversing-store.ts'
import { paidAs, worthIn } from '../rewards/rules.ts'
import { readBundles } from '../rewards/store.ts'
import { receivedOf, referralMoves } from '../staking/paying-referrals.ts'
import { namingGone, pricesIn } from '../staking/pricing.ts'
import { endUnpaid } from '../staking/requests.ts'
import { requestMoves, typeOfRequest } from '../staking/rules.ts'
import { findRequest, insertReferralRequest, lockRequest } from '../staking/store.ts'
import { lockBookToAdd, noteArrival } from '../trade/book-store.ts'
import { least } from '../trade/rules.ts'
import { ownerOf } from '../wallet/wallet.ts'

// Whoever dies leaves what he had earned for bringing others, as far as it could be claimed. Whatever else was earned stays with the
// house, as when somebody closes an account.

type How = { by: string; at: Date }

const why = 'Whoever earned it has died: what could be claimed goes to the estate.'
const noPriceWords = 'The gold price is too old or in doubt. Please look again when there is one to rely on.'

/** What was asked for and not decided is paid with everything else. */
const endRequests = async (tx: Tx, customer: string, { by, at }: How): Promise<void> => {
  for (const id of await readAskedFor(tx, customer)) {
    const request = await lockRequest(tx, id)
    if (request?.state === 'Requested') await endUnpaid(tx, request, { to: 'Rejected', by, at, reason: why })
  }
}

/** As if it had been asked for and paid: in one request that nobody decides about, however little it is. */
const payBundle = async (
  tx: Tx,
  customer: string,
  { asset, toTakeBack }: { asset: RewardAsset; toTakeBack: bigint },
  { by, at }: How,
): Promise<void> => {
  const { ids, units: whole } = await lockClaimable(tx, customer, asset)
  const takenBack = least(toTakeBack, whole)
  const units = whole - takenBack
  if (units === 0n) return
  const bid = (await pricesIn(tx, at, 'QMGT/USDT'))?.bid
  if (!bid) throw new Failure('StateChanged', {}, noPriceWords)
  const id = randomUUID()
  await insertReferralRequest(tx, { id, customer, asset, currency: paidAs(asset), units, takenBack, askedAt: at })
  await markRequested(tx, ids, id, { by, at })
  if (takenBack > 0n) await saveToTakeBack(tx, customer, asset, -takenBack)
  const request = await findRequest(tx, id)
  if (!request) throw new Error('a request was not inserted')
  const [receive, type] = [receivedOf(request), typeOfRequest(request)]
  const worth = worthIn(asset, units, bid)
  const book = asset === 'QMGT' ? await lockBookToAdd(tx, customer, at) : undefined
  const { entry } = await namingGone(
    post(tx, {
      ...{ reference: `reward:${id}`, kind: type, causedBy: by, moves: referralMoves(request, receive) },
      details: {
        ...{ request: request.number, price: formatDecimal(bid) },
        worth: formatAmount(amountOf('USDT', worth)),
      },
    }),
  )
  const [movement] = await recordMovements(tx, [{ owner: ownerOf(customer), type, entry }])
  if (!movement) throw new Error('a reward that was paid is in no list')
  if (book) await noteArrival(tx, { customer, movement, at }, book, { units, worth })
  await markPaid(tx, request, entry, { by, at })
  const set = {
    ...{ decided_at: at, receive_units: String(receive.units), movement },
    worth_units: String(worthIn(asset, whole, bid)),
  }
  await advance(tx, requestMoves, id, { to: 'Paid', by, at, why, set })
}

/** Pays all that could be claimed, and reverses what could not. The customer is locked by then. */
export const payEarned = async (tx: Tx, customer: string, how: How): Promise<void> => {
  await endRequests(tx, customer, how)
  const bundles = await readBundles(tx, customer)
  for (const asset of rewardAssets) {
    const bundle = bundles.find((each) => each.asset === asset)
    if (bundle) await payBundle(tx, customer, bundle, how)
  }
  await reverseAllOf(tx, customer, how.at, 'the customer has died')
}
