import { inTransaction } from '@ingot/db/transaction'
import type { BankStatement } from '@ingot/endpoints/bank'
import { statementThing } from '@ingot/endpoints/bank'
import { StatementUnreadable } from '@ingot/providers/bank/camt053-pieces'
import { askIn } from '../approvals/engine.ts'
import { tellOthers } from '../approvals/service.ts'
import type { Origin, Person } from '../bind.ts'
import { Failure } from '../failure.ts'
import type { Identity } from '../features/identity/identity.ts'
import type { Bank } from './bank.ts'
import { confirmStatement } from './decisions.ts'
import type { StatementFile } from './file-pieces.ts'
import { shownStatement } from './lists.ts'
import { ownNumber } from './reading.ts'
import { takeFromPerson } from './statements.ts'
import * as store from './store.ts'

const longestName = 120

const noBank = 'No bank is set up. Please set BANK_HOLDER and the settings beside it first.'

/** What a person reads of a file that is no statement of ours. */
const inWords = (error: unknown): never => {
  throw error instanceof StatementUnreadable ? new Failure('StatementRefused', {}, error.message) : error
}

/** Reads what a person brings, and asks for another one to confirm it, all in one transaction: alone it counts for nothing. */
export const upload = async (
  bank: Bank,
  identity: Identity,
  person: Person,
  { file, reason }: { file: File; reason: string },
  from: Origin,
): Promise<BankStatement> => {
  const { db, now, house } = bank
  await identity.limits.take('statement', person.id, from.address)
  if (!house) throw new Failure('StatementRefused', {}, noBank)
  const name = file.name.replaceAll(/[^\x20-\x7e]/g, '.').slice(0, longestName)
  const at = now()
  const by = { operator: person.id, reason }
  const decision = confirmStatement(bank)
  const take = (opened: StatementFile) =>
    inTransaction(db, async (tx) => {
      const id = await takeFromPerson(tx, { ...bank, house }, { name, file: opened, by, at })
      const asking = { asker: person.id, thing: statementThing(id), given: {}, reason, at }
      const approval = await askIn(tx, decision, asking)
      await tellOthers(tx, identity, decision, { id: approval, asker: person.id })
      return store.findListed(tx, id)
    })
  const row = await bank.withFile({ file, own: ownNumber(house) }, take).catch(inWords)
  if (!row) throw new Error('a statement was not written')
  return shownStatement(row)
}
