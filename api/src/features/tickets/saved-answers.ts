import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { SavedAnswer } from '@ingot/endpoints/ticket-fields'
import { writeAudit } from '@ingot/ledger/audit'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { deleteAnswer, insertAnswer, isTitleTaken, saveAnswer } from './answer-store.ts'
import type { Tickets } from './tickets.ts'

const { savedAnswers: most } = policy.tickets

const audit = (tx: Tx, person: Person, action: string, thing: string, at: Date) =>
  writeAudit(tx, { operator: person.id, action, thing: `ticket-answer:${thing}`, at })

const taken = () =>
  new Failure('StateChanged', {}, `There is an answer with this title already, or there are ${most} of them.`)

export const addAnswer = ({ db, now }: Tickets, person: Person, given: Omit<SavedAnswer, 'id'>): Promise<SavedAnswer> =>
  inTransaction(db, async (tx) => {
    const [made, at] = [{ id: randomUUID(), ...given }, now()]
    if (!(await insertAnswer(tx, made, { operator: person.id, at }, most))) throw taken()
    await audit(tx, person, 'save-ticket-answer', made.id, at)
    return made
  })

export const changeAnswer = ({ db, now }: Tickets, person: Person, changed: SavedAnswer): Promise<void> =>
  inTransaction(db, async (tx) => {
    const at = now()
    if (await isTitleTaken(tx, changed)) throw taken()
    if (!(await saveAnswer(tx, changed, { operator: person.id, at }))) throw new Failure('NotFound')
    await audit(tx, person, 'save-ticket-answer', changed.id, at)
  })

export const removeAnswer = ({ db, now }: Tickets, person: Person, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await deleteAnswer(tx, id))) throw new Failure('NotFound')
    await audit(tx, person, 'remove-ticket-answer', id, now())
  })
