import type { Db } from '@ingot/db/connect'
import { houseAccount } from '@ingot/ledger/account'
import { move, type Posted, post } from '@ingot/ledger/post'
import type { Amount } from '@ingot/money/amount'
import type { OnChainAsset } from '@ingot/money/assets'

/**
 * Books what was paid to the house's address and lies in suspense as the treasury's: for what an operator has paid in and
 * knows again. The caller's name makes it safe to repeat.
 */
export const claimSuspense = (
  db: Db,
  amount: Amount<OnChainAsset>,
  { name, causedBy }: { name: string; causedBy: string },
): Promise<Posted> =>
  post(db, {
    reference: `claim:${name}`,
    kind: 'claim',
    causedBy,
    moves: [move(amount, { from: houseAccount(amount.asset, 'suspense'), to: houseAccount(amount.asset, 'treasury') })],
  })
