/** The sandbox's side of what the portal is told about the card processor. */
export type CardSettings = {
  /** Who asks: what is made with the one is never seen with the other. */
  testKey: string
  liveKey: string
  webhookSecret: string
  /** Where messages go; empty for nowhere. */
  webhookUrl: string
  /** How long after a failed delivery it is tried again, each time in turn. */
  retrySeconds: number[]
  /** How long a card takes that pays later. */
  laterSeconds: number
  /** Whom customers pay, as their page names it. */
  merchant: string
}

const RETRY_SECONDS = '5,60,600,3600,18000,43200'
const LATER_SECONDS = '30'

const isSeconds = (text: string): boolean => /^\d{1,6}(\.\d{1,3})?$/.test(text)

export const readCardSettings = (given: (name: string) => string, problems: string[]): CardSettings => {
  const retries = (given('SANDBOX_CARDS_RETRY_SECONDS') || RETRY_SECONDS).split(',').map((text) => text.trim())
  if (!retries.every(isSeconds)) problems.push('SANDBOX_CARDS_RETRY_SECONDS must be seconds with commas between them')
  const later = given('SANDBOX_CARDS_LATER_SECONDS') || LATER_SECONDS
  if (!isSeconds(later)) problems.push('SANDBOX_CARDS_LATER_SECONDS must be a number of seconds')
  const webhookUrl = given('SANDBOX_CARDS_WEBHOOK_URL')
  if (webhookUrl !== '' && !URL.canParse(webhookUrl)) problems.push('SANDBOX_CARDS_WEBHOOK_URL must be an address')
  return {
    testKey: given('SANDBOX_CARDS_TEST_KEY') || 'sk_test_ingot_sandbox',
    liveKey: given('SANDBOX_CARDS_LIVE_KEY') || 'sk_live_ingot_sandbox',
    webhookSecret: given('SANDBOX_CARDS_WEBHOOK_SECRET') || 'whsec_ingot_sandbox',
    webhookUrl,
    retrySeconds: retries.map(Number),
    laterSeconds: Number(later),
    merchant: given('SANDBOX_CARDS_MERCHANT') || 'Ingot Demo Ltd',
  }
}
