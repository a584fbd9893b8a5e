import type { Tx } from '@ingot/db/connect'
import { lineThing } from '@ingot/endpoints/bank'
import type { Waiting } from '@ingot/endpoints/desk'
import { Failure } from '../failure.ts'
import { isUuid, type Queue } from '../queue.ts'
import type { Bank } from './bank.ts'
import * as store from './line-store.ts'
import { lineOf } from './lines.ts'
import { dollarsOf, senderOf } from './rules.ts'

const returnIt: Waiting['choices'][number] = { action: 'return-line', label: 'Return it', needsTwo: true, told: null }
const explain: Waiting['choices'][number] = {
  action: 'explain-debit',
  label: 'Say what it was',
  needsTwo: false,
  told: null,
}

const advice = {
  suspense:
    'Nobody knows whose this is. At /operator/bank it can be matched with a remittance, or kept if it is the house’s own; else it goes back automatically after ten days.',
  noAccount: 'Nobody knows whose this is, and the statement does not say from which account it came. Ask the bank.',
  unexplained:
    'The bank took this and nothing of ours explains it. Ask the bank at once; if it was a fee or the like, say so here.',
}

/** What one operator writes down about money that left: it has left already, and the sentence stands in the audit log. */
const explainDebit =
  ({ now }: Pick<Bank, 'now'>) =>
  async (tx: Tx, thing: string, reason: string): Promise<{ customer: string | null }> => {
    const id = thing.slice(lineThing('').length)
    const row = isUuid(id) && thing === lineThing(id) ? await store.lockLine(tx, id) : undefined
    if (!row) throw new Failure('NotFound')
    if (row.state !== 'Unexplained') throw new Failure('StateChanged')
    const taken = { customer: null, subject: 'explained', became: reason }
    await store.takeLine(tx, id, taken, { by: 'operator', at: now() })
    return { customer: null }
  }

/** Lines of the bank that wait for Finance. */
export const bankQueues = (bank: Bank): Queue[] => {
  const { db } = bank
  const queue = (state: 'Suspense' | 'Unexplained', about: Pick<Queue, 'name' | 'title'>): Queue => ({
    ...about,
    roles: ['Owner', 'Finance'],
    states: [state],
    sum: () => store.sumOpen(db, state),
    read: async (after, limit) =>
      (await store.listOpen(db, state, after, limit)).map((row) => {
        const line = lineOf(bank, row)
        const mayReturn = state === 'Suspense' && senderOf(line) !== undefined
        return {
          id: lineThing(row.id),
          title: `${dollarsOf(line.cents)} ${state === 'Suspense' ? 'in suspense' : 'left unexplained'}`,
          state,
          since: (row.since ?? row.accepted_at).toISOString(),
          customer: null,
          facts: [
            { name: 'Line', value: row.number },
            { name: 'Booked on', value: row.booked_on },
            { name: 'Name', value: line.name ?? '—' },
            ...(line.ultimateName === null ? [] : [{ name: 'Behind it', value: line.ultimateName }]),
            { name: 'Account', value: row.last_four === null ? '—' : `ends in ${row.last_four}` },
            { name: 'Text', value: [line.reference, line.text].filter(Boolean).join(' ') || '—' },
          ],
          advice: state === 'Unexplained' ? advice.unexplained : mayReturn ? advice.suspense : advice.noAccount,
          choices: state === 'Unexplained' ? [explain] : mayReturn ? [returnIt] : [],
          place: { micros: row.micros, id: row.id },
        }
      }),
    ...(state === 'Unexplained' && { decisions: { 'explain-debit': explainDebit(bank) } }),
  })
  return [
    queue('Suspense', { name: 'bank-suspense', title: 'Money nobody knows whose it is' }),
    queue('Unexplained', { name: 'bank-unexplained', title: 'Money that left the bank unexplained' }),
  ]
}
