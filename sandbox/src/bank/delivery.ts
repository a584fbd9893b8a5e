import { setTimeout as delay } from 'node:timers/promises'
import type { FaultDesk } from '../frame/faults.ts'
import type { Statement } from './books.ts'
import type { Channel } from './channel.ts'

const DIGITS = 6

const nameOf = ({ sequence }: Statement, copy: number): string =>
  `camt053-${String(sequence).padStart(DIGITS, '0')}${copy > 0 ? `-${copy + 1}` : ''}.xml`

/** Brings statements into the folder of the channel, or fails to as it was told. Whatever happens, a statement can be sent again. */
export const openDelivery = (channel: Channel | null, faults: FaultDesk) => {
  const stopping = new AbortController()
  const late = new Set<Promise<void>>()

  return {
    /** Answers as which files it was sent; `later` hears of those that come only after a while. */
    async deliver(day: Statement, later: (names: string[]) => Promise<void>): Promise<string[]> {
      if (channel === null) return []
      const fault = faults.take('channel')
      const copies = fault?.fault === 'twice' ? 2 : 1
      const names = Array.from({ length: copies }, (_, copy) => nameOf(day, day.sent.length + copy))
      if (fault?.fault === 'lose') return names
      const write = async (pause?: () => Promise<void>): Promise<void> => {
        for (const name of names) await channel.write(name, day.xml, pause)
      }
      if (fault?.fault !== 'slow') {
        await write()
        return names
      }
      const wait = () => delay(fault.delayMs, undefined, { signal: stopping.signal })
      const done: Promise<void> = write(wait)
        .then(() => later(names))
        .catch(() => undefined)
        .finally(() => late.delete(done))
      late.add(done)
      return []
    },
    /** What was to come late comes after the next start. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(late)
    },
  }
}

export type Delivery = ReturnType<typeof openDelivery>
