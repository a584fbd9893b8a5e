import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post } from '@ingot/ledger/post'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import type { OnChainAsset } from '@ingot/money/assets'
import { type Operator, withOperators } from '../../approvals/test-approvals.ts'
import { createMarket, hundredAGram } from '../trade/test-market.ts'

/** For tests: a house with a vault, a price of 100 dollars for a gram, and two operators who look after its treasury. */
export const createTreasuryHouse = async () => {
  const house = await withOperators(await createMarket())
  await house.setPrice(hundredAGram)
  await house.fillVault('1000')
  const anna = await house.newOperator('anna', ['Owner', 'Finance', 'Vault'])
  const bert = await house.newOperator('bert', ['Owner', 'Finance', 'Vault'])
  let count = 0

  const newName = (asset: string) => `${asset.toLowerCase()}-test.${++count}`
  /** Asks for a tranche, and answers with what the call did. */
  const askTranche = (asset: string, amount: string, thing = newName(asset)) =>
    house.ask(anna, { action: 'issue-tranche', thing, given: { asset, amount } })
  const askedTranche = async (asset: string, amount: string, thing = newName(asset)) => {
    const given = { asset, amount }
    return { name: thing, id: await house.askedBy(anna, { action: 'issue-tranche', thing, given }) }
  }
  const approve = (id: string, by: Operator = bert) => house.decide(by, 'approve', id)
  const lying = async (
    asset: OnChainAsset | 'XAU',
    purpose: 'treasury' | 'suspense' | 'unallocated' | 'behind-usdau',
  ) => formatAmount(await balanceOf(house.db, houseAccount(asset, purpose)))
  /** As the watcher books what comes to the house's address. */
  const payIn = (asset: OnChainAsset, amount: string) => {
    const between = { from: houseAccount(asset, 'outside'), to: houseAccount(asset, 'suspense') }
    const moves = [move<OnChainAsset>(parseAmount(asset, amount), between)]
    return post(house.db, { reference: `test:paid-in:${++count}`, kind: 'deposit', causedBy: 'test', moves })
  }
  const stop = (by: Operator, reason = 'the vault is counted') =>
    by.client.post('/operator/queues/reconciliation/issuing/decide', { action: 'stop-issuing', reason })
  const read = async (by: Operator = anna) => (await by.client.get('/operator/treasury')).body.data
  const calls = { newName, askTranche, askedTranche, approve, lying, payIn, stop, read }
  return { ...house, anna, bert, ...calls }
}
