/** The sandbox's side of what the portal is told about the verification provider. */
export type KycSettings = {
  appToken: string
  secretKey: string
  webhookSecret: string
  /** Where messages go; empty for nowhere. */
  webhookUrl: string
  /** How long after a failed delivery it is tried again, each time in turn. */
  retrySeconds: number[]
  /** How long an automatic review takes. */
  reviewSeconds: number
}

/** As the provider itself does: after 5 minutes, 1, 5 and 18 hours. */
const RETRY_SECONDS = '300,3600,18000,64800'
const REVIEW_SECONDS = '4'

const isSeconds = (text: string): boolean => /^\d{1,6}(\.\d{1,3})?$/.test(text)

export const readKycSettings = (given: (name: string) => string, problems: string[]): KycSettings => {
  const retries = (given('SANDBOX_KYC_RETRY_SECONDS') || RETRY_SECONDS).split(',').map((text) => text.trim())
  if (!retries.every(isSeconds)) problems.push('SANDBOX_KYC_RETRY_SECONDS must be seconds with commas between them')
  const review = given('SANDBOX_KYC_REVIEW_SECONDS') || REVIEW_SECONDS
  if (!isSeconds(review)) problems.push('SANDBOX_KYC_REVIEW_SECONDS must be a number of seconds')
  const webhookUrl = given('SANDBOX_KYC_WEBHOOK_URL')
  if (webhookUrl !== '' && !URL.canParse(webhookUrl)) problems.push('SANDBOX_KYC_WEBHOOK_URL must be an address')
  return {
    appToken: given('SANDBOX_KYC_APP_TOKEN') || 'sbx:ingot-sandbox',
    secretKey: given('SANDBOX_KYC_SECRET_KEY') || 'sandbox-secret-key',
    webhookSecret: given('SANDBOX_KYC_WEBHOOK_SECRET') || 'sandbox-webhook-secret',
    webhookUrl,
    retrySeconds: retries.map(Number),
    reviewSeconds: Number(review),
  }
}
