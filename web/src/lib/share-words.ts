import { numberFormat } from './local-format.ts'

/** Basis points as percent, with decimals only where there are some. */
export const shareWords = (share: number): string =>
  `${numberFormat(share % 100 === 0 ? 0 : share % 10 === 0 ? 1 : 2).format(share / 100)} %`
