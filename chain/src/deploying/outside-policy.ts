import { parseUnits } from 'viem'

/** What may leave to outside addresses in 24 hours: five customers' worth of a day, unless the deployment says otherwise. */
export const usualLimits = {
  usdt: parseUnits('500000', 18),
  qmgt: parseUnits('5000', 18),
  usdau: parseUnits('500000', 18),
} as const

export type OutsideLimits = Record<keyof typeof usualLimits, bigint>
