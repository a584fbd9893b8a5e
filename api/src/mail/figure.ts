import type { Amount } from '@ingot/money/amount'
import { formatAmount, isShownWhole, shownText } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'

/** Nobody can point at a figure in a mail, so one that is cut stands there once more to the last digit. */
export const figure = (amount: Amount<Asset>): string =>
  isShownWhole(amount) ? shownText(amount) : `${shownText(amount)} (exactly ${formatAmount(amount)})`
