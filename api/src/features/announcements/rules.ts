import { thing } from '@ingot/db/states'
import { type AnnouncementState, announcementLimits } from '@ingot/endpoints/announcements'

export const announcementMoves = thing<AnnouncementState>({
  name: 'announcement',
  table: 'announcements',
  moves: {
    draft: ['scheduled', 'published'],
    scheduled: ['draft', 'published'],
    published: ['withdrawn'],
    withdrawn: [],
  },
})

const longestSlug = 60

/** The words of a title as an address has them; empty where it has no letters that an address has. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, '')

const day = 24 * 60 * 60 * 1000

/** Why it cannot be published at that time; undefined where it can. */
export const problemOfTime = (at: Date, now: Date): string | undefined => {
  if (at.getTime() <= now.getTime()) return 'Please choose a time that is still to come.'
  if (at.getTime() > now.getTime() + announcementLimits.daysAhead * day)
    return `Please choose a time within ${announcementLimits.daysAhead} days.`
}
