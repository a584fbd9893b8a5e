import type { Waiting } from '@ingot/endpoints/desk'
import type { GroupKind, ReportReason } from '@ingot/endpoints/group-fields'
import type { Queue } from '../../queue.ts'
import type { Groups } from './groups.ts'
import { listReports, sumReports, type WaitingReport } from './report-store.ts'
import { decideReport } from './reports.ts'
import { givenName } from './rules.ts'

type Choice = Waiting['choices'][number]

const dismiss: Choice = {
  action: 'dismiss-report',
  label: 'Leave the name',
  needsTwo: false,
  told: null,
}
const rename = ({ number }: WaitingReport): Choice => ({
  action: 'rename-group',
  label: `Name it ‘${givenName(number)}’`,
  needsTwo: false,
  told: 'On the group’s page: the new name, which can no longer be changed.',
})
const close: Choice = {
  action: 'close-group',
  label: 'Close the group',
  needsTwo: false,
  told: 'On the group’s page: it is closed. Everybody keeps what they bought.',
}

const kindWords: Record<GroupKind, string> = { family: 'Family', company: 'Company', club: 'Club' }
const reasonWords: Record<ReportReason, string> = {
  offensive: 'Offends somebody',
  misleading: 'Misleads',
  personal: 'Names somebody',
  other: 'Something else',
}

const choicesOf = (report: WaitingReport): Choice[] => [
  rename(report),
  ...(report.state === 'Open' ? [close] : []),
  dismiss,
]

/** Names of groups that somebody found wrong. Of a group there is one line, however many reported it. */
export const groupQueues = ({ db }: Pick<Groups, 'db'>): Queue[] => [
  {
    name: 'group-names',
    title: 'Names of groups',
    roles: ['Owner', 'Compliance', 'Support'],
    states: ['Reported', 'Renamed since'],
    sum: () => sumReports(db),
    read: async (after, limit) =>
      (await listReports(db, after, limit)).map((report) => ({
        id: report.id,
        title: report.reported,
        state: report.name === report.reported ? 'Reported' : 'Renamed since',
        since: report.since.toISOString(),
        customer: report.creator && report.username ? { id: report.creator, username: report.username } : null,
        facts: [
          { name: 'Name now', value: report.name },
          { name: 'Kind', value: kindWords[report.kind] },
          { name: 'State', value: report.state },
          { name: 'Members', value: String(report.members) },
          { name: 'Reports', value: String(report.reports) },
          { name: 'Why', value: report.reasons.map((reason) => reasonWords[reason]).join(', ') },
        ],
        advice: 'The customer named here is the group’s creator. Certificates keep the name they were issued with.',
        choices: choicesOf(report),
        place: { micros: report.micros, id: report.id },
      })),
    decisions: {
      'rename-group': (tx, id, why, by) => decideReport(tx, id, 'Renamed', { ...by, why }),
      'close-group': (tx, id, why, by) => decideReport(tx, id, 'Closed', { ...by, why }),
      'dismiss-report': (tx, id, why, by) => decideReport(tx, id, 'Dismissed', { ...by, why }),
    },
  },
]
