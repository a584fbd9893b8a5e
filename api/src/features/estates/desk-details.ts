import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { type Beneficiary, type EstateDetails, type EstateFile, estateThing } from '@ingot/endpoints/estate-desk'
import { writeAudit } from '@ingot/ledger/audit'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { personDigests } from '../kyc/same-person.ts'
import { recordRead } from '../kyc/store.ts'
import { listLeft } from './beneficiary-store.ts'
import { shownEstate } from './desk-list.ts'
import { missingOf } from './desk-missing.ts'
import { type Known, standingOf } from './desk-standing.ts'
import * as desk from './desk-store.ts'
import { isOutgrown } from './distributing.ts'
import type { Estates } from './estates.ts'
import type { FileRow } from './file-store.ts'
import { countRefused } from './report-store.ts'
import { referenceOf } from './rules.ts'
import { isMinorOn } from './same-person.ts'
import { shownPart } from './shown-parts.ts'
import { type EstateRow, findEstate } from './store.ts'
import { openReceiving, openTold } from './told.ts'

/** Of one person there are few; more than these nobody reads. */
const mostOthers = 20

const gone = 'somebody who has left'

/** Whoever moved it on, as operators call them. */
const nameOfMover = (by: string, names: ReadonlyMap<string, string>): string => {
  const [kind = '', id = ''] = by.split(':')
  if (kind === 'customer') return 'the customer'
  if (kind === 'operator') return names.get(id) ?? gone
  return kind === 'approval' ? 'two operators' : `the ${kind}`
}

const stepsOf = async (db: Db | Tx, row: EstateRow): Promise<EstateDetails['history']> => {
  const steps = await desk.readSteps(db, row.id)
  const reporter = await desk.findReporter(db, row.id)
  const movers = steps.flatMap(({ by }) => (by.startsWith('operator:') ? [by.slice('operator:'.length)] : []))
  const names = await desk.readNames(db, [...movers, ...(reporter === null ? [] : [reporter])])
  const first = {
    ...{ state: 'Reported' as const, at: row.reported_at.toISOString(), why: null },
    by: reporter === null ? 'whoever reported it' : (names.get(reporter) ?? gone),
  }
  return [
    first,
    ...steps.map(({ state, at, by, why }) => ({ state, at: at.toISOString(), by: nameOfMover(by, names), why })),
  ]
}

export const shownFile = (file: FileRow, names: ReadonlyMap<string, string>): EstateFile => ({
  ...{ id: file.id, kind: file.kind, name: file.name, beneficiary: file.beneficiary, sentBy: file.sent_by },
  sentAt: file.sent_at.toISOString(),
  acceptedBy: file.accepted_by === null ? null : (names.get(file.accepted_by) ?? gone),
  isErased: file.sealed_key === null,
})

const shownFiles = async (db: Db | Tx, files: readonly FileRow[]): Promise<EstateFile[]> => {
  const names = await desk.readNames(
    db,
    files.flatMap(({ accepted_by }) => accepted_by ?? []),
  )
  return files.map((each) => shownFile(each, names))
}

const shownBeneficiaries = async (
  estates: Estates,
  db: Db | Tx,
  { rows }: Pick<Known, 'rows'>,
  estate: EstateRow,
): Promise<Beneficiary[]> => {
  const linked = rows.flatMap(({ customer }) => customer ?? [])
  const [names, left] = [await desk.readNames(db, linked), await listLeft(db, linked)]
  const parts = await desk.partsOf(db, estate.id)
  return rows.map((row) => {
    const { guardian, ...person } = openReceiving(estates, row)
    return {
      ...{ ...person, guardian, id: row.id, share: row.share, asGuardian: row.as_guardian },
      isMinor: isMinorOn(person.dateOfBirth, estates.now()),
      customer: row.customer === null ? null : { id: row.customer, username: names.get(row.customer) ?? '' },
      isReceiving: row.customer !== null && !left.has(row.customer) && !isOutgrown(estates, row, estates.now()),
      linkedAt: row.linked_at?.toISOString() ?? null,
      parts: parts.filter(({ beneficiary }) => beneficiary === row.id).map(shownPart),
    }
  })
}

const worthText = ({ worth_cents }: EstateRow, { worth }: Pick<Known, 'worth'>): string | null => {
  if (worth_cents !== null) return formatAmount(amountOf('USD', BigInt(worth_cents)))
  return worth ? formatAmount(worth) : null
}

/** All that was told and sent. Who reads it is written down by the caller. */
export const detailsOf = async (estates: Estates, db: Db | Tx, row: EstateRow): Promise<EstateDetails> => {
  const { reporter, deceased, words } = openTold(estates, row)
  const digests = personDigests(estates.kyc.personalData, deceased)
  const known = await standingOf(estates, db, row)
  return {
    ...(await shownEstate(estates, db, row)),
    ...{ reporter, deceased, words, diedOn: row.died_on, statement: row.statement },
    others: (await desk.listOthers(db, row, { digests, limit: mostOthers })).map((other) => ({
      ...other,
      reference: referenceOf(other),
    })),
    refusedBefore: await countRefused(db, digests),
    history: await stepsOf(db, row),
    files: await shownFiles(db, known.files),
    nomineeVersion: row.nominee_set === null ? null : await desk.findVersion(db, row.nominee_set),
    beneficiaries: await shownBeneficiaries(estates, db, known, row),
    worth: worthText(row, known),
    missing: row.state === 'Documents' ? missingOf(known, estates.now()) : [],
  }
}

/** Who reads it is written down before it is told, also for the customer who is meant. */
export const readForDesk = async (estates: Estates, person: Pick<Person, 'id'>, id: string): Promise<EstateDetails> => {
  const { db, now } = estates
  const row = await findEstate(db, id)
  if (!row) throw new Failure('NotFound')
  const { customer } = row
  await inTransaction(db, async (tx) => {
    const read = { reader: `operator:${person.id}`, what: 'estate', why: `report ${referenceOf(row)} of a death` }
    if (customer !== null) await recordRead(tx, { ...read, customer }, now())
    const about = { customer: customer ?? undefined, thing: estateThing(id) }
    await writeAudit(tx, { operator: person.id, action: 'read-estate', ...about, at: now() })
  })
  return detailsOf(estates, db, row)
}
