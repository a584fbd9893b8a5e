// Both sides of what the portal and the sandbox's courier know of each other.

type Secrets = { courierKey: string; courierWebhookSecret: string }

/** By its beginning everybody knows that no real parcel is meant. */
const testKey = ({ courierKey }: Secrets) => `EZTK${courierKey}`

/** Where bars are collected. */
const counter = 'Sandbox Vault, 1 Sandbox Street, London; Monday to Friday, 9 to 17'

/** Whoever names a carrier of their own names all of it. */
export const carrierSettings = (env: NodeJS.ProcessEnv, sandbox: string, secrets: Secrets): NodeJS.ProcessEnv => ({
  COUNTER_ADDRESS: env.COUNTER_ADDRESS || counter,
  ...(!env.CARRIER_KEY &&
    !env.CARRIER_WEBHOOK_SECRET && {
      CARRIER_URL: env.CARRIER_URL || sandbox,
      CARRIER_KEY: testKey(secrets),
      CARRIER_WEBHOOK_SECRET: secrets.courierWebhookSecret,
    }),
})

export const sandboxCourierSettings = (secrets: Secrets, portal: number): NodeJS.ProcessEnv => ({
  SANDBOX_COURIER_KEY: testKey(secrets),
  SANDBOX_COURIER_WEBHOOK_SECRET: secrets.courierWebhookSecret,
  SANDBOX_COURIER_WEBHOOK_URL: `http://localhost:${portal}/api/webhooks/carrier`,
})
