import type { Amount } from '@ingot/money/amount'
import { formatAmount, shownText } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import type { Hindrance } from '../../feature.ts'

const token = { can: 'Send it to somebody, exchange it or have it paid out.', href: '/transactions' }
const gold = { can: 'Terminate it and have it paid out.', href: '/termination' }

/** What a customer can do about something that lies there for him to use. */
const availableOf: Partial<Record<Asset, { can: string; href: string }>> = {
  USDT: token,
  USDAU: token,
  QMGT: { can: 'Sell it, send it to somebody or have it delivered as bars.', href: '/transactions' },
  GAE: gold,
  GCA: gold,
  GDS: gold,
}

/** The same for what is bound to something. */
const bound: Record<string, { are: string; href: string }> = {
  held: {
    are: 'set aside for something that is under way. Wait until it is done, or cancel it.',
    href: '/transactions',
  },
  clearing: { are: 'paid by card and not cleared yet. Please wait until it is.', href: '/transactions-convert' },
  staked: { are: 'staked. It is yours again when the stake ends.', href: '/stakes' },
  withdrawing: { are: 'on its way to you as bars. Please wait until you have them.', href: '/Physical-Withdrawal' },
  owed: { are: 'owed to us. It is settled from what you have of dollar tokens.', href: '/dashboard' },
}

/** What lies in an account of a customer who wants to leave, by the account's name. */
export const stillThere = (name: string, balance: Amount<Asset>): Hindrance => {
  const [, , purpose = ''] = name.split('/')
  const kind = bound[purpose]
  const available = availableOf[balance.asset]
  const has = `${shownText(balance)}`
  return {
    words: kind ? `${has} is ${kind.are}` : `You still have ${has}. ${available?.can ?? ''}`.trim(),
    href: kind?.href ?? available?.href ?? null,
    toOperators: (who) =>
      `${who} still holds something: ${formatAmount(balance)} in ${name}. Pay it out before erasing.`,
  }
}
