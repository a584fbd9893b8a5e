import type { Tx } from '@ingot/db/connect'
import { type DeadJob, listDead, sumDead, takeDead } from '@ingot/db/jobs'
import { Failure } from '../../failure.ts'
import type { ApiDeps } from '../../feature.ts'
import { isUuid, mostCounted, type Queue, uuidIn } from '../../queue.ts'
import { namesOf } from '../identity/store.ts'

const kinds = {
  mails: {
    queue: { name: 'mails', title: 'E-mails that could not be delivered', roles: ['Owner', 'Support'] },
    retry: {
      action: 'retry-mail',
      label: 'Send it again',
      needsTwo: false,
      told: 'The e-mail itself, if it can be delivered now.',
    },
    drop: { action: 'drop-mail', label: 'Give up', needsTwo: false, told: null },
    advice:
      'The mail server refused it each time, or for good. Is the address right? Write to the customer in another way, or send it again.',
  },
  others: {
    queue: { name: 'jobs', title: 'Jobs that failed', roles: ['Owner'] },
    retry: { action: 'retry-job', label: 'Try again', needsTwo: false, told: null },
    drop: { action: 'drop-job', label: 'Give up', needsTwo: false, told: null },
    advice:
      'It failed each time it was tried. Once the cause is fixed, try it again; if it is no longer needed, give it up. After 30 days it is forgotten.',
  },
} as const

const ownerOf = ({ customer }: Pick<DeadJob, 'customer'>) => `customer:${customer}`

/** Jobs that used up their attempts: mails that could not be delivered, and everything else. */
export const jobQueues = ({ db, outbox }: Pick<ApiDeps, 'db' | 'outbox'>): Queue[] => {
  const queue = (which: keyof typeof kinds): Queue => {
    const mails = which === 'mails'
    const { queue: declared, retry, drop, advice } = kinds[which]
    const take = async (tx: Tx, id: string) => {
      if (!isUuid(id)) throw new Failure('NotFound')
      const job = await takeDead(tx, mails, id)
      if (!job) throw new Failure('StateChanged')
      return { ...job, customer: job.customer !== null && isUuid(job.customer) ? job.customer : null }
    }
    return {
      ...declared,
      states: mails ? ['Failed', 'Refused'] : ['Failed'],
      sum: () => sumDead(db, mails, mostCounted),
      read: async (after, limit) => {
        const rows = await listDead(db, mails, { ...after, id: uuidIn(after) }, limit)
        const names = await namesOf(db, rows.map(ownerOf))
        return rows.map((row) => ({
          id: row.id,
          title: row.name,
          state: row.hopeless ? 'Refused' : 'Failed',
          since: row.at.toISOString(),
          customer: names.get(ownerOf(row)) ?? null,
          facts: [
            { name: 'Tried', value: row.tried === 1 ? 'Once' : `${row.tried} times` },
            { name: 'Last problem', value: row.problem },
          ],
          advice,
          choices: [retry, drop],
          place: { micros: row.micros, id: row.id },
        }))
      },
      decisions: {
        [retry.action]: async (tx, id) => {
          const { name, data, customer } = await take(tx, id)
          await outbox.send(tx, { name }, data)
          return { customer }
        },
        [drop.action]: async (tx, id) => ({ customer: (await take(tx, id)).customer }),
      },
    }
  }
  return [queue('mails'), queue('others')]
}
