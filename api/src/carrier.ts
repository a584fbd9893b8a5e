import { createEasyPost } from '@ingot/providers/carrier/easypost'
import type { Carrier } from '@ingot/providers/carrier/port'
import type { Config } from './config.ts'

/** Whoever follows parcels, or nobody. */
export const openCarrier = (config: Config): Carrier | null => {
  const { CARRIER_URL: url, CARRIER_KEY: key, CARRIER_WEBHOOK_SECRET: webhookSecret, CARRIER_NAME: carrier } = config
  return key && webhookSecret ? createEasyPost({ url, key, webhookSecret, ...(carrier && { carrier }) }) : null
}
