import { createHmac } from 'node:crypto'
import type { Config } from './config.ts'
import { cardEnv } from './test-open-calls.ts'

/** Who signs what is sent has proven enough; what is sent here says nothing. */
export const signaturesFor = ({
  config,
  now,
}: {
  config: Pick<Config, 'SUMSUB_WEBHOOK_SECRET'>
  now: () => Date
}): Record<string, (payload: string) => Record<string, string>> => ({
  receiveKycWebhook: (payload) => ({
    'x-payload-digest-alg': 'HMAC_SHA256_HEX',
    'x-payload-digest': createHmac('sha256', config.SUMSUB_WEBHOOK_SECRET).update(payload).digest('hex'),
  }),
  receivePaymentWebhook: (payload) => {
    const at = Math.floor(now().getTime() / 1000)
    const signature = createHmac('sha256', cardEnv.STRIPE_WEBHOOK_SECRET).update(`${at}.${payload}`).digest('hex')
    return { 'stripe-signature': `t=${at},v1=${signature}` }
  },
  receiveCarrierWebhook: (payload) => ({
    'x-hmac-signature': `hmac-sha256-hex=${createHmac('sha256', cardEnv.CARRIER_WEBHOOK_SECRET).update(payload).digest('hex')}`,
  }),
})
