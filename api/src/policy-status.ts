/** What everybody is told of how the portal works. */
export const status = {
  /** How often the parts are looked at, by however many processes. */
  lookSeconds: 15,
  /** A part that is ill, or well again, for longer than this opens or closes an incident. */
  steadySeconds: 120,
  /** Without a look for so long nobody knows how the parts are. */
  staleSeconds: 300,
  /** If nobody was there for so long, the portal was out of reach. */
  gapSeconds: 180,
  /** So far back the history goes that everybody sees, and so many incidents at most. */
  historyDays: 90,
  historyMost: 100,
  /** Incidents that are not over at a time; more would be read by nobody. */
  openMost: 20,
  /** A process answers from what it last read for so long. */
  cacheSeconds: 10,
  /** The line on every page, and the page itself: browsers ask again after so long. */
  lineSeconds: 20,
  pageSeconds: 10,
} as const

/** What operators announce. */
export const announcements = {
  /** A picture that no announcement shows any more is removed so many days after it was added, or its text withdrawn. */
  picturesKeptDays: 30,
} as const

/** Those whom we ask outside count as silent from so many failures in a row on, for so long after the last of them. */
export const contacts = {
  failuresToSilence: 2,
  silentMinutes: 15,
  /** Answers are written down at most so often, and failures too. */
  answeredEverySeconds: 60,
  failedEverySeconds: 5,
} as const
