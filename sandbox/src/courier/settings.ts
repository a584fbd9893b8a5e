/** The sandbox's side of what the portal is told about the carrier. */
export type CourierSettings = {
  key: string
  webhookSecret: string
  /** Where messages go; empty for nowhere. */
  webhookUrl: string
  /** How long after a failed delivery it is tried again, each time in turn. */
  retrySeconds: number[]
}

const RETRY_SECONDS = '5,60,600,3600'

const isSeconds = (text: string): boolean => /^\d{1,6}(\.\d{1,3})?$/.test(text)

export const readCourierSettings = (given: (name: string) => string, problems: string[]): CourierSettings => {
  const retries = (given('SANDBOX_COURIER_RETRY_SECONDS') || RETRY_SECONDS).split(',').map((text) => text.trim())
  if (!retries.every(isSeconds)) problems.push('SANDBOX_COURIER_RETRY_SECONDS must be seconds with commas between them')
  const webhookUrl = given('SANDBOX_COURIER_WEBHOOK_URL')
  if (webhookUrl !== '' && !URL.canParse(webhookUrl)) problems.push('SANDBOX_COURIER_WEBHOOK_URL must be an address')
  return {
    key: given('SANDBOX_COURIER_KEY') || 'EZTK_ingot_sandbox',
    webhookSecret: given('SANDBOX_COURIER_WEBHOOK_SECRET') || 'ingot_sandbox_courier',
    webhookUrl,
    retrySeconds: retries.map(Number),
  }
}
