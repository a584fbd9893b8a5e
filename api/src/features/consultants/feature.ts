import { feature } from '../../feature.ts'
import { consultantCallsOf, consultantsOf } from './consultants.ts'
import { consultantJobs } from './jobs.ts'
import { consultantMailJobs } from './mailing.ts'
import { consultantQueues } from './queues.ts'
import { suspendDecision } from './reports.ts'
import { consultantRoutes } from './routes.ts'
import { appealMoves, profileMoves, reportMoves, versionMoves } from './rules.ts'
import { consultantMail } from './sent-jobs.ts'
import { forgetThreads, lockOwn, settleProfile } from './store.ts'

/** Customers with a rank who let others find them, what is written to them, and what is reported of them. */
export const consultants = feature({
  name: 'consultants',
  tables: {
    consultant_messages: {
      exported: { as: 'messagesWithConsultants', columns: 'thread, text, at', order: 'at' },
      erased: 'deleted',
    },
    consultant_threads: {
      exported: { as: 'conversationsWithConsultants', columns: 'id, profile, created_at, last_at', order: 'number' },
      erased: 'deleted',
    },
    consultant_appeals: {
      exported: {
        as: 'appealsAsConsultant',
        columns: 'report, text, at, state, decided_at, reason',
        order: 'at',
      },
      erased: 'deleted',
    },
    consultant_reports: {
      exported: {
        as: 'reportsAboutConsultants',
        columns: 'profile, kind, text, at, state, decided_at',
        order: 'at',
      },
      erased: { kept: 'why something was decided about a consultant; the id names nobody any more' },
    },
    consultant_versions: {
      exported: {
        as: 'consultantTexts',
        columns: 'state, shows_whole_name, languages, text, sent_back_for, changed_at, submitted_at',
        order: 'changed_at',
      },
      erased: 'deleted',
    },
    consultant_profiles: {
      exported: {
        as: 'consultantProfile',
        columns: 'id, state, hidden_until, suspended_at, created_at',
        order: 'created_at',
      },
      // What was decided about it stays; there are no words any more to show.
      erased: async (tx, { id }, { now }) => {
        await forgetThreads(tx, id)
        const profile = await lockOwn(tx, id)
        if (profile) await settleProfile(tx, profile, { by: 'erasing', at: now() })
        return {}
      },
    },
  },
  things: [profileMoves, versionMoves, reportMoves, appealMoves],
  reads: ['customers', 'kyc_personal'],
  routes: (deps) => consultantRoutes(consultantCallsOf(deps)),
  sends: [consultantMail],
  jobs: (deps) => [...consultantJobs(consultantsOf(deps), deps.log), ...consultantMailJobs(deps)],
  audits: {
    'approve-consultant-profile': 'Approved a consultant’s profile',
    'send-back-consultant-profile': 'Sent a consultant’s profile back',
    'review-consultant-report': 'Took a report about a consultant into review',
    'dismiss-consultant-report': 'Dismissed a report about a consultant',
    'warn-consultant': 'Warned a consultant',
    'hide-consultant': 'Hid a consultant’s profile',
    'uphold-consultant-appeal': 'Upheld a consultant’s appeal',
    'reject-consultant-appeal': 'Rejected a consultant’s appeal',
  },
  queues: (deps) => consultantQueues(consultantsOf(deps)),
  decides: (deps) => [suspendDecision(consultantsOf(deps))],
})
