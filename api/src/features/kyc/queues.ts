import type { Waiting } from '@ingot/endpoints/desk'
import type { Queue } from '../../queue.ts'
import type { Kyc } from './kyc.ts'
import { listInStage, sumInStage } from './queue-store.ts'

const overturn: Waiting['choices'][number] = {
  action: 'overturn-rejection',
  label: 'Let the customer try again',
  needsTwo: true,
  told: 'Under Activity: “We let you try the verification again”.',
}

const advice = {
  waiting:
    'The verification provider is checking it, and we act on its answer automatically. If it takes more than two days, ask the provider.',
  again: 'The customer was told why and can hand in again. There is nothing to do unless the customer writes.',
  final:
    'The provider has declined for good. If that was a mistake, first have the provider reset the applicant: what it says next counts.',
}

/** Verifications that are with the provider, and those that were rejected. */
export const kycQueues = ({ db }: Kyc): Queue[] => {
  const queue = (stage: 'Pending' | 'Rejected', name: string, title: string): Queue => ({
    name,
    title,
    roles: ['Owner', 'Compliance'],
    states: stage === 'Pending' ? ['Waiting'] : ['Rejected', 'Final'],
    sum: () => sumInStage(db, stage),
    read: async (after, limit) =>
      (await listInStage(db, stage, after, limit)).map(({ id, username, since, micros, is_final }) => ({
        id,
        title: stage === 'Pending' ? 'Verification under way' : 'Verification rejected',
        state: stage === 'Pending' ? 'Waiting' : is_final ? 'Final' : 'Rejected',
        since: since.toISOString(),
        customer: { id, username },
        facts: [],
        advice: stage === 'Pending' ? advice.waiting : is_final ? advice.final : advice.again,
        choices: is_final ? [overturn] : [],
        place: { micros, id },
      })),
  })
  return [
    queue('Pending', 'verification-waiting', 'Verifications under way'),
    queue('Rejected', 'verification-rejected', 'Verifications rejected'),
  ]
}
