import { connect } from '@ingot/db/connect'
import { readBehind, setBehind } from '@ingot/db/demonstration'
import { sandboxClient } from '@ingot/sandbox/client'

const day = 24 * 3600 * 1000
const storyDays = 42

/** About so many days ago, on a working day and at an hour at which gold is traded. */
export const momentOf = (daysAgo: number): number => {
  const at = new Date(Date.now() - daysAgo * day)
  at.setUTCHours(9 + (daysAgo % 7), (daysAgo * 17) % 60, (daysAgo * 23) % 60, 0)
  const sinceFriday = (at.getUTCDay() + 2) % 7
  return at.getTime() - (sinceFriday <= 2 ? sinceFriday * day : 0)
}

const behindAt = (moment: number): number => Math.max(0, Math.floor((Date.now() - moment) / 1000))

/** How many seconds the time of a demonstration is behind when it begins. */
export const storyBegins = (): number => behindAt(momentOf(storyDays))

export type StoryClock = {
  /** Whether a story of the past can be told. */
  isBehind: () => boolean
  now: () => Date
  goTo: (daysAgo: number) => Promise<void>
  goToPresent: () => Promise<void>
}

/** Of a database that is no demonstration: whatever is done is done today. */
export const noStory: StoryClock = {
  isBehind: () => false,
  now: () => new Date(),
  goTo: async () => undefined,
  goToPresent: async () => undefined,
}

type Surroundings = { databaseUrl: string; ownerUrl: string; sandbox: string | undefined }

/** Moves the time of a demonstration on, of sandbox and portal alike. Where the time is the present already, it stays so. */
export const openStoryClock = async ({ databaseUrl, ownerUrl, sandbox }: Surroundings): Promise<StoryClock> => {
  const db = connect(databaseUrl, { part: 'seed', max: 1 })
  let behind = (await readBehind(db).finally(() => db.destroy())) ?? 0
  if (!sandbox || behind === 0) return noStory
  const set = async (seconds: number) => {
    if (seconds >= behind) return
    // First the price, so that the portal finds it when it looks.
    await sandboxClient(sandbox).chain.setBehind(seconds)
    await setBehind(ownerUrl, seconds)
    behind = seconds
  }
  return {
    isBehind: () => behind > 0,
    now: () => new Date(Date.now() - behind * 1000),
    goTo: (daysAgo: number) => set(behindAt(momentOf(daysAgo))),
    goToPresent: () => set(0),
  }
}
