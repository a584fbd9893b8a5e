import { feature } from '../../feature.ts'
import { announcementsOf } from './announcements.ts'
import { announcementJobs } from './jobs.ts'
import { announcementRoutes } from './routes.ts'
import { announcementMoves } from './rules.ts'
import { announcementSentJobs } from './sent-jobs.ts'
import { unreadAnnouncement } from './service.ts'

/** What operators tell everybody. */
export const announcements = feature({
  name: 'announcements',
  tables: {
    announcements: 'impersonal',
    announcement_versions: 'impersonal',
    announcement_pictures: 'impersonal',
    announcement_visits: {
      exported: { as: 'announcementsSeen', columns: 'seen_until as "seenUntil"' },
      erased: 'deleted',
    },
  },
  things: [announcementMoves],
  reads: ['customers'],
  routes: (deps) => announcementRoutes(announcementsOf(deps)),
  sends: announcementSentJobs,
  jobs: announcementJobs,
  attention: (deps) => (customer) => unreadAnnouncement(deps, customer),
  audits: {
    'add-announcement': 'Began an announcement',
    'change-announcement': 'Changed an announcement',
    'schedule-announcement': 'Scheduled an announcement',
    'unschedule-announcement': 'Made a scheduled announcement a draft again',
    'publish-announcement': 'Published an announcement',
    'correct-announcement': 'Corrected a published announcement',
    'withdraw-announcement': 'Withdrew an announcement',
    'add-announcement-picture': 'Added a picture for announcements',
  },
})
