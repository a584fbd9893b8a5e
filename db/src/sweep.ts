import type { Logger } from 'pino'
import { isLost } from './unavailable.ts'

/** At most so many in one run; the next run goes on. */
const mostAtOnce = 200

type Sweep<Row> = {
  /** What is done with a row, for the log, such as “letting a transfer go”. */
  name: string
  /** Rows that are due, those behind the named one first: `order by id <= after, id limit most`. At first none is named. */
  due: (after: string | null, most: number) => Promise<readonly Row[]>
  work: (row: Row) => Promise<unknown>
  log: Logger
}

/**
 * Does what is due, row by row: one that fails is logged, and the others are done all the same. Each run begins behind the
 * last row of the one before and comes round to the first again, so that rows which always fail never take the place of
 * others. A run in which any has failed fails at its end, where it is seen.
 */
export const createSweep = <Row extends { id: string }>({ name, due, work, log }: Sweep<Row>) => {
  let last: string | null = null
  return async (): Promise<void> => {
    const rows = await due(last, mostAtOnce)
    last = rows.at(-1)?.id ?? null
    let failed = 0
    for (const row of rows)
      try {
        await work(row)
      } catch (error) {
        // No row's fault, and the next one would fare alike.
        if (isLost(error)) throw error
        failed += 1
        log.error({ err: error, id: row.id }, `${name} failed`)
      }
    if (failed > 0) throw new Error(`${name} failed for ${failed} of ${rows.length}`)
  }
}
