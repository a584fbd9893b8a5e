import type { PaymentProcessor } from '@ingot/providers/payments/port'
import { createStripe } from '@ingot/providers/payments/stripe'
import type { Config } from './config.ts'

/** Whoever takes cards, or nobody. */
export const openProcessor = (config: Config, now: () => Date): PaymentProcessor | null => {
  const { STRIPE_URL: url, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  return secretKey && webhookSecret ? createStripe({ url, secretKey, webhookSecret, now }) : null
}
