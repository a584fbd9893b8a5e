import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'

// What a plain reader of the rules expects of withdrawals: sums in a few maps, without a ledger.

export type ModelBar = { id: string; serial: string; size: string; fine: bigint; isIn: boolean; keptFor: string | null }

type ModelHolding = { id: string; free: bigint; withdrawing: bigint; delivered: bigint }

type ModelCustomer = {
  id: string
  gold: { free: bigint; withdrawing: bigint }
  dollars: { free: bigint; withdrawing: bigint }
  holding: ModelHolding
}

export type ModelWithdrawal = {
  id: string
  customer: ModelCustomer
  isOfHolding: boolean
  bars: ModelBar[]
  fee: bigint
  state: WithdrawalState
}

export const fineOf = (bars: readonly ModelBar[]): bigint => bars.reduce((sum, { fine }) => sum + fine, 0n)

/** The customers, the bars and what the house has of both. */
export const createModel = (treasury: bigint, fees: bigint) => {
  const customers: ModelCustomer[] = []
  const bars: ModelBar[] = []
  const withdrawals: ModelWithdrawal[] = []
  const house = { treasury, fees }

  const purse = ({ customer, isOfHolding }: ModelWithdrawal) => (isOfHolding ? customer.holding : customer.gold)

  const free = () => bars.filter(({ isIn, keptFor }) => isIn && keptFor === null)

  const request = (made: Omit<ModelWithdrawal, 'state'>) => {
    const withdrawal: ModelWithdrawal = { ...made, state: 'Requested' }
    withdrawals.push(withdrawal)
    const units = fineOf(made.bars)
    purse(withdrawal).free -= units
    purse(withdrawal).withdrawing += units
    made.customer.dollars.free -= made.fee
    made.customer.dollars.withdrawing += made.fee
    for (const bar of made.bars) bar.keptFor = made.id
  }

  const giveBack = (withdrawal: ModelWithdrawal, to: 'Cancelled' | 'Refused') => {
    const units = fineOf(withdrawal.bars)
    purse(withdrawal).free += units
    purse(withdrawal).withdrawing -= units
    withdrawal.customer.dollars.free += withdrawal.fee
    withdrawal.customer.dollars.withdrawing -= withdrawal.fee
    for (const bar of withdrawal.bars) bar.keptFor = null
    withdrawal.state = to
  }

  const pack = (withdrawal: ModelWithdrawal) => {
    const units = fineOf(withdrawal.bars)
    purse(withdrawal).withdrawing -= units
    if (withdrawal.isOfHolding) withdrawal.customer.holding.delivered += units
    withdrawal.customer.dollars.withdrawing -= withdrawal.fee
    house.fees += withdrawal.fee
    for (const bar of withdrawal.bars) Object.assign(bar, { isIn: false, keptFor: null })
    withdrawal.state = 'Packed'
  }

  /** Lost ones with their fees; those that came back are in again as bars of their own. */
  const credit = (withdrawal: ModelWithdrawal, withFees: boolean, assayed: readonly ModelBar[]) => {
    const units = fineOf(withdrawal.bars)
    house.treasury -= units
    withdrawal.customer.gold.free += units
    if (withFees) {
      house.fees -= withdrawal.fee
      withdrawal.customer.dollars.free += withdrawal.fee
    }
    bars.push(...assayed)
    withdrawal.state = 'Credited'
  }

  const replace = (lost: ModelWithdrawal, id: string, others: ModelBar[]) => {
    const [units, given] = [fineOf(lost.bars), fineOf(others)]
    const over = units > given ? units - given : 0n
    house.treasury -= given + over
    lost.customer.gold.free += over
    lost.customer.gold.withdrawing += given
    for (const bar of others) bar.keptFor = id
    lost.state = 'Replaced'
    withdrawals.push({ id, customer: lost.customer, isOfHolding: false, bars: others, fee: 0n, state: 'Approved' })
  }

  return { customers, bars, withdrawals, house, free, request, giveBack, pack, credit, replace }
}

export type Model = ReturnType<typeof createModel>
