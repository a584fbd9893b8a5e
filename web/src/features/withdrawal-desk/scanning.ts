import { useState } from 'react'
import { type Bar, barName } from './withdrawal-words.ts'

/** What a scan came to: it ticked a bar, or why not. */
export type Scanned = { isRight: boolean; text: string }

/** However it is typed or printed, a serial is one. */
const nameOf = (serial: string) => serial.trim().replaceAll(/\s+/g, ' ').toUpperCase()

const longestShown = 40

/** What one more scan makes of the bars that are ticked already. */
export const scan = (
  bars: readonly Bar[],
  ticked: readonly string[],
  typed: string,
): Scanned & { ticked: string[] } => {
  const wanted = nameOf(typed)
  const alike = bars.filter(({ serial }) => nameOf(serial) === wanted)
  const open = alike.find(({ id }) => !ticked.includes(id))
  if (open) {
    const left = bars.length - ticked.length - 1
    const rest = left === 0 ? 'All bars are scanned.' : `${left} to be scanned.`
    return { isRight: true, text: `${barName(open)} is right. ${rest}`, ticked: [...ticked, open.id] }
  }
  const shown = wanted.slice(0, longestShown)
  const text =
    alike.length > 0
      ? `${shown} was scanned already.`
      : `${shown} does not belong to this withdrawal. Put it back, and take the bar that is listed.`
  return { isRight: false, text, ticked: [...ticked] }
}

/** The bars of a parcel, ticked one after the other. */
export const useScanning = (bars: readonly Bar[]) => {
  const [state, setState] = useState<{ ticked: string[]; last: (Scanned & { count: number }) | null }>({
    ticked: [],
    last: null,
  })
  const { ticked, last } = state
  return {
    ticked,
    last,
    isWhole: bars.every(({ id }) => ticked.includes(id)),
    /** As the register writes them. */
    serials: bars.filter(({ id }) => ticked.includes(id)).map(({ serial }) => serial),
    onScan: (typed: string) => {
      if (typed.trim() === '') return
      setState((now) => {
        const { ticked: then, isRight, text } = scan(bars, now.ticked, typed)
        return { ticked: then, last: { isRight, text, count: (now.last?.count ?? 0) + 1 } }
      })
    },
    begin: () => setState({ ticked: [], last: null }),
  }
}

export type Scanning = ReturnType<typeof useScanning>
