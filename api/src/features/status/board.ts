import type { Db } from '@ingot/db/connect'
import {
  type Incident,
  type PartStanding,
  type Status,
  type StatusNotice,
  statusPartNames,
} from '@ingot/endpoints/status'
import type { Logger } from 'pino'
import { inTime } from '../../in-time.ts'
import { policy } from '../../policy.ts'
import { toldOf } from './rules.ts'
import * as store from './store.ts'

const seconds = 1000
const day = 24 * 3600 * seconds

type Board = { status: Status; line: StatusNotice[] }

const isoOf = (at: Date | null) => at?.toISOString() ?? null

/** As everybody sees it: not who wrote it. */
const shown = ({ id, title, parts, state, beganAt, endedAt, updates }: store.IncidentRow): Incident => ({
  ...{ id, title, parts, state, beganAt: beganAt.toISOString(), endedAt: isoOf(endedAt) },
  updates: updates.map(({ state: told, words, at }) => ({ state: told, words, at: new Date(at).toISOString() })),
})

const later = (one: Date, other: Date | null) => (other && other > one ? other : one)

const standings = (rows: Awaited<ReturnType<typeof store.readParts>>, hasCards: boolean, now: Date): PartStanding[] =>
  statusPartNames
    .filter((name) => name !== 'cards' || hasCards)
    .map((name) => {
      const row = rows.find((each) => each.name === name)
      if (row?.downSince) return { name, works: false, since: row.downSince.toISOString() }
      const isKnown = row?.lookedAt && now.getTime() - row.lookedAt.getTime() < policy.status.staleSeconds * seconds
      if (!row || !isKnown) return { name, works: null, since: null }
      return { name, works: true, since: later(row.firstAt, row.endedAt).toISOString() }
    })

const readBoard = async (db: Db, hasCards: boolean, now: Date): Promise<Board> => {
  const { historyDays, historyMost, openMost } = policy.status
  const [parts, open, past] = await Promise.all([
    store.readParts(db),
    store.readOpen(db, openMost),
    store.readPast(db, new Date(now.getTime() - historyDays * day), historyMost),
  ])
  const lookedAt = isoOf(parts[0]?.lookedAt ?? null)
  return {
    status: {
      parts: standings(parts, hasCards, now),
      ...{ lookedAt, open: open.map(shown), past: past.map(shown), days: historyDays },
    },
    line: open.map(({ id, title }) => ({ id, title })),
  }
}

/** What can be said without a database: that the portal does not work, and nothing of the rest. */
const withoutDatabase = (hasCards: boolean, since: Date): Board => ({
  status: {
    parts: standings([], hasCards, since).map((part) =>
      part.name === 'portal' ? { ...part, works: false, since: since.toISOString() } : part,
    ),
    ...{ lookedAt: null, open: [], past: [], days: policy.status.historyDays },
  },
  line: [{ id: 'portal', title: toldOf.portal.title }],
})

export type StatusBoard = ReturnType<typeof createBoard>

/**
 * What a process tells, read at most once in a while however many ask: those who come meanwhile wait for the same answer. A
 * database that is away for a moment is not told of; one that stays away is.
 */
export const createBoard = ({
  db,
  log,
  now,
  hasCards,
}: {
  db: Db
  log: Logger
  now: () => Date
  hasCards: boolean
}) => {
  let kept: { at: number; board: Promise<Board> } | undefined
  let last: Board | undefined
  let lostSince: Date | undefined
  const refresh = async (): Promise<Board> => {
    const at = now()
    const read = await inTime(readBoard(db, hasCards, at), log, 'status')
    if (read) {
      lostSince = undefined
      last = read
      return read
    }
    lostSince ??= at
    const isBrief = at.getTime() - lostSince.getTime() < policy.status.steadySeconds * seconds
    return last && isBrief ? last : withoutDatabase(hasCards, lostSince)
  }
  return {
    read: (): Promise<Board> => {
      const at = now().getTime()
      if (!kept || Math.abs(at - kept.at) >= policy.status.cacheSeconds * seconds) kept = { at, board: refresh() }
      return kept.board
    },
    /** Something changed here: the next one reads it anew. */
    forget: () => {
      kept = undefined
    },
  }
}
