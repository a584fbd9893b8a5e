/** By its beginning the verification provider knows that nobody is really verified. */
export const sandboxAppToken = 'sbx:ingot-sandbox'

type Secrets = { kycSecret: string; kycWebhookSecret: string }

/** The verification provider's side of what the api is told. */
export const sandboxKycSettings = ({ kycSecret, kycWebhookSecret }: Secrets, portal: number): NodeJS.ProcessEnv => ({
  SANDBOX_KYC_APP_TOKEN: sandboxAppToken,
  SANDBOX_KYC_SECRET_KEY: kycSecret,
  SANDBOX_KYC_WEBHOOK_SECRET: kycWebhookSecret,
  SANDBOX_KYC_WEBHOOK_URL: `http://localhost:${portal}/api/webhooks/sumsub`,
})
