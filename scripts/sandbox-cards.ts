// Both sides of what the portal and the sandbox's card processor know of each other.

type Secrets = { cardsKey: string; cardsWebhookSecret: string }

/** By its beginning everybody knows that no real money is meant. */
const testKey = ({ cardsKey }: Secrets) => `sk_test_${cardsKey}`

/** Whoever names a processor of their own names all of it. */
export const processorSettings = (env: NodeJS.ProcessEnv, sandbox: string, secrets: Secrets): NodeJS.ProcessEnv =>
  env.STRIPE_SECRET_KEY || env.STRIPE_WEBHOOK_SECRET
    ? {}
    : {
        STRIPE_URL: env.STRIPE_URL || sandbox,
        STRIPE_SECRET_KEY: testKey(secrets),
        STRIPE_WEBHOOK_SECRET: secrets.cardsWebhookSecret,
      }

export const sandboxCardSettings = (secrets: Secrets, portal: number): NodeJS.ProcessEnv => ({
  SANDBOX_CARDS_TEST_KEY: testKey(secrets),
  SANDBOX_CARDS_WEBHOOK_SECRET: secrets.cardsWebhookSecret,
  SANDBOX_CARDS_WEBHOOK_URL: `http://localhost:${portal}/api/webhooks/stripe`,
})
