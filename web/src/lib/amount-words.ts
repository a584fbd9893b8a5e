import { decimalsOf } from './asset-figures.ts'
import { formatDecimal, glanceOf } from './local-format.ts'

/** An amount in a sentence: as the device writes it, with the decimals that are read at a glance. */
export const amountWords = ({ asset, amount }: { asset: string; amount: string }): string => {
  const { whole, decimals } = formatDecimal(glanceOf(amount, decimalsOf(asset)))
  return `${whole}${decimals} ${asset}`
}

/** A share in a sentence, such as ‘0.5 %’. */
export const percentWords = (basisPoints: number): string => `${basisPoints / 100} %`
