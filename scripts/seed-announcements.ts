import { announcementsOf } from '@ingot/api/features/announcements/announcements'
import { addAnnouncement, managedList, publishAnnouncement } from '@ingot/api/features/announcements/managing'
import { demoPeople } from '@ingot/api/features/identity/demo-people'
import { findByIdentifier } from '@ingot/api/features/identity/store'
import { type Surroundings, withServices } from './seed-services.ts'
import { momentOf, type StoryClock } from './story-clock.ts'

const announcements = [
  {
    daysAgo: 40,
    title: 'How your gold is kept',
    category: 'product',
    isPinned: true,
    source: `Every gram that you save is a gram in the vault. Here is how it is kept:

- Bars are counted and weighed when they come in, and each has its **number**.
- What customers hold is compared with what lies there, every day.
- You can have your gold delivered, in bars from one gram on. [Physical withdrawal](/Physical-Withdrawal) tells you what that costs.

Questions are welcome: [write to us](/contact-us).`,
  },
  {
    daysAgo: 12,
    title: 'Maintenance on Sunday morning',
    category: 'maintenance',
    isPinned: false,
    source: `On Sunday from 4 to 5 in the morning (UTC) we maintain our systems.

In the meantime you can read everything, but **not trade or send**. Plans that are due in that hour are booked right after it.`,
  },
  {
    daysAgo: 2,
    title: 'How to know that a message is from us',
    category: 'security',
    isPinned: false,
    source: `Some people receive messages that only look like ours.

## What we never ask for

1. Your password, your PIN or a 2FA code.
2. That you send your savings to a “safe” address.

## What to do

Open the portal yourself and not by a link in the message. If something was changed that you did not change, [look at your sessions](/My-Profile/security) and end those that are not yours.`,
  },
] as const

const nowhere = { address: '127.0.0.1', agent: '' }

/** What an operator has written for everybody: each appears on its day of the story. Those that are there stay as they are. */
export const seedAnnouncements = async (surroundings: Surroundings, clock: StoryClock): Promise<void> => {
  // Without a past there is nothing to tell of.
  if (!clock.isBehind()) return
  await withServices(surroundings, clock, async (deps) => {
    const desk = announcementsOf(deps)
    const person = await findByIdentifier(deps.db, demoPeople.operator.email)
    if (!person) throw new Error('the operator of the demonstration is missing')
    const there = await managedList(desk).read({}, { before: undefined, limit: 50 })
    for (const { daysAgo, ...written } of announcements) {
      const known = there.find(({ title }) => title === written.title)
      if (known && known.state !== 'draft') continue
      const calling = { person, from: nowhere }
      const { id, version } = known ?? (await addAnnouncement(desk, calling, written))
      const at = momentOf(daysAgo)
      const isToCome = at > clock.now().getTime()
      await publishAnnouncement(desk, calling, id, { version, at: isToCome ? new Date(at).toISOString() : null })
    }
  })
}
