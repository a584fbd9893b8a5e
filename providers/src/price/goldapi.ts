import { readDecimal } from '@ingot/money/decimal'
import { rateOf } from '@ingot/money/rate'
import { PriceUnavailable, type SecondSource } from './port.ts'

const answerWithinMs = 5_000
const largestAnswer = 16 * 1024
const mostDecimals = 18
/** Beyond this many seconds a date would not be one. */
const latestSecond = 10 ** 11

type Settings = {
  /** Such as https://www.goldapi.io. */
  url: string
  token: string
  /** A shorter wait, for tests. */
  waits?: { answerMs?: number }
}

/** Reads the price of an ounce from goldapi.io. Asked once: whoever asks comes again soon. */
export const createGoldApi = ({ url, token, waits }: Settings): SecondSource => ({
  source: url,
  read: async () => {
    const signal = AbortSignal.timeout(waits?.answerMs ?? answerWithinMs)
    const headers = { 'x-access-token': token, accept: 'application/json' }
    try {
      const response = await fetch(`${url}/api/XAU/USD`, { headers, redirect: 'manual', signal })
      if (response.status !== 200) throw new PriceUnavailable(`it answered ${response.status}`)
      return priceIn(await textOf(response))
    } catch (error) {
      // Neither its address nor what it said: a proxy could repeat the token.
      throw error instanceof PriceUnavailable
        ? error
        : new PriceUnavailable(`it could not be reached: ${(error as Error).name}`)
    }
  },
})

/** Read to its end within a limit, so that the time limit covers the body too. */
const textOf = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > largestAnswer) throw new PriceUnavailable('its answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A number as it was written: no price goes through a floating-point number. */
class Written {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const asWritten = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? new Written(context?.source ?? '') : value

const parse = (text: string): Record<string, unknown> => {
  try {
    const said: unknown = JSON.parse(text, asWritten)
    if (typeof said === 'object' && said !== null) return said as Record<string, unknown>
  } catch {}
  throw new PriceUnavailable('its answer cannot be read')
}

const priceIn = (text: string) => {
  const { metal, currency, price, timestamp } = parse(text)
  if (metal !== 'XAU' || currency !== 'USD') throw new PriceUnavailable('its answer is not about gold in dollars')
  const reading = price instanceof Written ? readDecimal(price.text, mostDecimals) : undefined
  if (!reading?.ok || reading.decimal.value === 0n) throw new PriceUnavailable('its answer has no price')
  const seconds = timestamp instanceof Written && /^[1-9][0-9]*$/.test(timestamp.text) ? Number(timestamp.text) : 0
  if (seconds === 0 || seconds > latestSecond) throw new PriceUnavailable('its answer has no time')
  return { perOunce: rateOf(reading.decimal.value, reading.decimal.scale), at: new Date(seconds * 1000) }
}
