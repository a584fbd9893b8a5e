import { networkOf } from './network.ts'

const windowLength = 60_000
/** More addresses than this in one minute are an attack; forgetting them early costs less than keeping them all. */
const addressesKept = 100_000

/**
 * Counts requests per address and minute, an IPv6 network as one address. Per process and in memory: it keeps one caller from using up the server, and
 * limits that guard an account are kept in the database. A proxy before several processes counts for all of them. Answers how many seconds to wait, 0 to go on.
 */
export const createRateLimit = (perMinute: number, now: () => number = Date.now) => {
  const counts = new Map<string, number>()
  let began = now()
  return (address: string): number => {
    const at = now()
    if (at - began >= windowLength || counts.size >= addressesKept) {
      counts.clear()
      began = at
    }
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count > perMinute ? Math.ceil((began + windowLength - at) / 1000) : 0
  }
}
