import type { Clock } from '@ingot/db/demonstration'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import { isLost } from '@ingot/db/unavailable'
import { policy } from '../policy.ts'
import type { Bank } from './bank.ts'
import { readInbox } from './inbox.ts'
import * as lineStore from './line-store.ts'
import { lockLine, workNext } from './lines.ts'
import type { BankPart } from './part.ts'
import { returnLine, withOwn } from './returning.ts'
import { senderOf } from './rules.ts'
import { refuseUnconfirmed } from './statements.ts'
import { tryLockStatements } from './store.ts'

const pauseMs = 5_000
const day = 24 * 3600_000

/** Lines worked in one round; the next one goes on at once, after a look at what came meanwhile. */
const mostLines = 200

/**
 * Makes of each new line what it is, in order. One that fails stops no other: the next round goes on behind it, and comes round to
 * it again. Answers how many failed, and whether there are more to do.
 */
const createLineWork = (bank: Bank, parts: readonly BankPart[], goesOn: () => boolean) => {
  const { db, log, now } = bank
  let after: { statement: string; place: number } | null = null
  const workOne = async (): Promise<'worked' | 'failed' | 'none'> => {
    let found: lineStore.LineRow | undefined
    const note = (row: lineStore.LineRow) => {
      found = row
      after = { statement: row.statement, place: row.place }
    }
    const [working, behind] = [{ bank, parts, at: now() }, after]
    try {
      return (await inTransaction(db, (tx) => workNext(tx, working, behind, note))) ? 'worked' : 'none'
    } catch (error) {
      if (isLost(error) || !found) throw error
      log.error({ err: error, line: found.number }, 'a line of a statement could not be worked')
      return 'failed'
    }
  }
  return async () => {
    let failed = 0
    for (let count = 0; count < mostLines && goesOn(); count++) {
      const became = await workOne()
      if (became === 'failed') failed += 1
      if (became !== 'none') continue
      after = null
      await lineStore.noteWorked(db, now())
      return { failed, more: false }
    }
    return { failed, more: true }
  }
}

const createReturns = (bank: Bank) => {
  const { db, log, now } = bank
  return createSweep({
    name: 'returning a line in suspense',
    due: (after, most) => {
      const before = new Date(now().getTime() - policy.bank.suspenseDays * day)
      return lineStore.dueReturns(db, before, now(), after, most)
    },
    work: ({ id }: { id: string }) =>
      inTransaction(db, async (tx) => {
        const found = await lockLine(tx, bank, id)
        if (found?.state !== 'Suspense' || !senderOf(found.line)) return
        await returnLine(tx, bank, found.line, { approvedBy: [], by: 'clock', at: now() })
      }),
    log,
  })
}

/** One round of all that the bank does by itself: files, what nobody confirmed, lines, and what goes back. */
export const followBank = (bank: Bank, features: readonly BankPart[], goesOn = () => true) => {
  const { db, log, house, inbox, now } = bank
  const parts = withOwn(features)
  const [workLines, returns] = [createLineWork(bank, parts, goesOn), createReturns(bank)]
  /** Answers whether there is more to do at once. */
  return async (): Promise<boolean> => {
    // A folder that is gone holds up no line.
    if (house && inbox !== undefined)
      await readInbox({ ...bank, house, inbox }).catch((error) =>
        log.error({ err: error }, 'the inbox of the bank failed'),
      )
    await inTransaction(db, async (tx) => {
      // While a long one is being read, lines are worked all the same.
      if (await tryLockStatements(tx)) await refuseUnconfirmed(tx, now())
    })
    const { failed, more } = await workLines()
    await returns()
    if (failed > 0) throw new Error(`${failed} lines of statements could not be worked`)
    return more
  }
}

/** Goes round for as long as the worker runs. */
export const startFollowing = (bank: Bank, parts: readonly BankPart[], { sleep }: Pick<Clock, 'sleep'>) => {
  const stopping = new AbortController()
  const round = followBank(bank, parts, () => !stopping.signal.aborted)
  const run = async () => {
    while (!stopping.signal.aborted) {
      const more = await round().catch((error) => bank.log.error({ err: error }, 'following the bank failed'))
      if (!more) await sleep(pauseMs, stopping.signal).catch(() => undefined)
    }
  }
  const ended = run()
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}
