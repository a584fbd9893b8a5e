import { reportKindWords } from '@ingot/endpoints/consultant-fields'
import type { Waiting } from '@ingot/endpoints/desk'
import { timeText } from '../../mail/mails.ts'
import { policy } from '../../policy.ts'
import type { Queue } from '../../queue.ts'
import { pictureLink } from '../identity/account.ts'
import type { Consultants } from './consultants.ts'
import { shownName } from './profiles.ts'
import * as store from './report-store.ts'
import { alone, decideAppeal, decideReport, reportRoles, reviewReport, thingOf } from './reports.ts'
import { approveVersion, sendBack } from './reviewing.ts'

type Choice = Waiting['choices'][number]

const byMail = 'By e-mail, with the reason that you write.'
const choice = (action: string, label: string, told: string | null = byMail): Choice => ({
  ...{ action, label, needsTwo: false, told },
})

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

const profileQueue = (consultants: Consultants): Queue => ({
  name: 'consultant-profiles',
  title: 'Profiles of consultants',
  roles: ['Owner', 'Support'],
  states: ['First', 'Changed'],
  sum: () => store.sumVersions(consultants.db),
  read: async (after, limit) =>
    (await store.listVersions(consultants.db, after, limit)).map((each) => ({
      id: each.id,
      title: shownName(consultants, each),
      state: each.shownText === null ? 'First' : 'Changed',
      since: each.since.toISOString(),
      customer: { id: each.customer, username: each.username },
      facts: [
        { name: 'Text', value: each.text },
        ...(each.shownText === null ? [] : [{ name: 'Shown now', value: each.shownText }]),
        { name: 'Languages', value: each.languages.map((code) => languageNames.of(code) ?? code).join(', ') },
        { name: 'Picture', value: each.picture === null ? 'Not shown' : 'Shown, as below' },
        { name: 'Rank', value: each.rank ?? 'None any more: it would not be shown' },
        { name: 'Profile', value: each.profileState },
      ],
      ...(each.picture !== null && { picture: pictureLink(each.picture) }),
      advice:
        'No links, addresses or numbers to call, no figures of returns and no promises, in whatever words. The name is the verified one.',
      choices: [
        choice('approve-consultant-profile', 'Approve', 'By e-mail.'),
        choice('send-back-consultant-profile', 'Send back'),
      ],
      place: { micros: each.micros, id: each.id },
    })),
  decisions: {
    'approve-consultant-profile': (tx, id, why, by) => approveVersion(tx, consultants, id, { ...by, why }),
    'send-back-consultant-profile': (tx, id, why, by) => sendBack(tx, consultants, id, { ...by, why }),
  },
})

const review = choice('review-consultant-report', 'Take into review', null)
const outcomes: Choice[] = [
  choice('dismiss-consultant-report', 'Dismiss', null),
  choice('warn-consultant', 'Warn'),
  choice('hide-consultant', `Hide for ${policy.consultants.hiddenDays} days`),
  {
    ...{ action: 'suspend-consultant', label: 'Ask for a suspension', needsTwo: true },
    told: 'By e-mail, with the kind of report and the way to appeal.',
  },
]

const reportQueue = (consultants: Consultants): Queue => ({
  name: 'consultant-reports',
  title: 'Reports about consultants',
  roles: reportRoles,
  states: ['New', 'In review'],
  sum: () => store.sumReports(consultants.db),
  read: async (after, limit) =>
    (await store.listReports(consultants.db, after, limit)).map((each) => ({
      id: thingOf(each.id),
      title: reportKindWords[each.kind],
      state: each.state,
      since: each.at.toISOString(),
      customer: { id: each.consultant, username: each.username },
      facts: [
        { name: 'What happened', value: each.text },
        { name: 'Reported by', value: each.reporter ?? 'Somebody who is gone' },
        { name: 'Profile', value: each.profileState },
        ...(each.profileText === null ? [] : [{ name: 'Its text', value: each.profileText }]),
        { name: 'Other open reports', value: String(each.others) },
        { name: 'Decided against before', value: String(each.before) },
      ],
      advice:
        'The customer named here is the consultant, who must not learn who reported: leave it out of your reason.',
      choices: each.state === 'New' ? [review] : outcomes,
      place: { micros: each.micros, id: each.id },
    })),
  decisions: {
    'review-consultant-report': (tx, thing, why, by) => reviewReport(tx, thing, alone(by, why)),
    'dismiss-consultant-report': (tx, thing, why, by) =>
      decideReport(tx, consultants, thing, 'Dismissed', alone(by, why)),
    'warn-consultant': (tx, thing, why, by) => decideReport(tx, consultants, thing, 'Warned', alone(by, why)),
    'hide-consultant': (tx, thing, why, by) => decideReport(tx, consultants, thing, 'Hidden', alone(by, why)),
  },
})

const appealQueue = (consultants: Consultants): Queue => ({
  name: 'consultant-appeals',
  title: 'Appeals of consultants',
  roles: reportRoles,
  states: ['Warned', 'Hidden', 'Suspended'],
  sum: () => store.sumAppeals(consultants.db),
  read: async (after, limit) =>
    (await store.listAppeals(consultants.db, after, limit)).map((each) => ({
      id: each.appeal,
      title: `Against: ${each.state.toLowerCase()}`,
      state: each.state,
      since: each.appealedAt.toISOString(),
      customer: { id: each.consultant, username: each.username },
      facts: [
        { name: 'Appeal', value: each.appealText },
        { name: 'Reported', value: `${reportKindWords[each.kind]}, ${timeText(each.at)}` },
        { name: 'What happened', value: each.text },
        { name: 'Decided by', value: each.deciders.join(', ') },
        ...(each.reason === null ? [] : [{ name: 'Reason', value: each.reason }]),
      ],
      advice: 'Whoever decided cannot decide the appeal. There is one appeal.',
      choices: [
        choice('uphold-consultant-appeal', 'Uphold the appeal'),
        choice('reject-consultant-appeal', 'Reject the appeal'),
      ],
      place: { micros: each.micros, id: each.appeal },
    })),
  decisions: {
    'uphold-consultant-appeal': (tx, id, why, by) => decideAppeal(tx, consultants, id, 'Upheld', alone(by, why)),
    'reject-consultant-appeal': (tx, id, why, by) => decideAppeal(tx, consultants, id, 'Rejected', alone(by, why)),
  },
})

/** What operators decide about consultants. */
export const consultantQueues = (consultants: Consultants): Queue[] => [
  profileQueue(consultants),
  reportQueue(consultants),
  appealQueue(consultants),
]
