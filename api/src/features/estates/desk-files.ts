import { runOperation } from '@ingot/db/operations'
import { inTransaction } from '@ingot/db/transaction'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { type addEstateFile, type EstateFile, estateThing } from '@ingot/endpoints/estate-desk'
import type { EstateFileKind, EstateState } from '@ingot/endpoints/estate-fields'
import { writeAudit } from '@ingot/ledger/audit'
import type { Answer, Origin, Person } from '../../bind.ts'
import type { Documents } from '../../documents/documents.ts'
import { downloadOwn } from '../../documents/service.ts'
import { Failure } from '../../failure.ts'
import { savedAs } from '../../uploads/routes.ts'
import { recordRead } from '../kyc/store.ts'
import { shownFile } from './desk-details.ts'
import { type Asked, lockWithSender, refuseOwn, refuseUnless } from './desk-steps.ts'
import { readNames, saveAccepted } from './desk-store.ts'
import type { Estates } from './estates.ts'
import { type FileRow, findFile } from './file-store.ts'
import { addFile, readFileOf } from './files.ts'
import { referenceOf } from './rules.ts'
import { beneficiariesOf, type EstateRow, findEstate } from './store.ts'

/** As long as it may still come to something. */
const open: EstateState[] = ['Reported', 'Checking', 'Waiting', 'Documents']

const shown = async ({ db }: Pick<Estates, 'db'>, row: FileRow): Promise<EstateFile> =>
  shownFile(row, await readNames(db, row.accepted_by === null ? [] : [row.accepted_by]))

/** Whom an identity paper is about has to receive something of this estate. */
const refuseStranger = (
  rows: Awaited<ReturnType<typeof beneficiariesOf>>,
  { kind, beneficiary }: { kind: EstateFileKind; beneficiary?: string | undefined },
): string | null => {
  if (beneficiary === undefined || kind !== 'identity') return null
  if (!rows.some(({ id }) => id === beneficiary)) throw new Failure('NotFound')
  return beneficiary
}

/** What came by post or at the counter. */
export const addDeskFile = async (
  estates: Estates,
  { person, id, from }: { person: Person; id: string; from: Origin },
  { kind, beneficiary, file }: BodyOf<typeof addEstateFile>,
): Promise<EstateFile> => {
  const { db, now, wallet } = estates
  await wallet.identity.limits.take('sent-document', person.id, from.address)
  const estate = await findEstate(db, id)
  if (!estate) throw new Failure('NotFound')
  refuseOwn(estate.customer, person.id)
  refuseUnless(estate, ...open)
  const whose = refuseStranger(await beneficiariesOf(db, id), { kind, beneficiary })
  const row = await addFile(estates, { estate: id, kind, beneficiary: whose, file, operator: person.id })
  const about = { customer: estate.customer ?? undefined, thing: estateThing(id), facts: { Paper: row.name } }
  await inTransaction(db, (tx) =>
    writeAudit(tx, { operator: person.id, action: 'add-estate-file', ...about, at: now() }),
  )
  return shown(estates, row)
}

type Accepting = { file: string; accepted: boolean; kind: EstateFileKind; beneficiary?: string | undefined }

/** Whether it is what it says, and about whom; or no longer. */
export const acceptFile = (
  estates: Estates,
  { person, id, operation }: Asked,
  { file, accepted, kind, beneficiary }: Accepting,
): Promise<{ data: EstateFile }> =>
  runOperation(estates.db, operation, async (tx) => {
    const at = estates.now()
    const estate = await lockWithSender(tx, id)
    refuseOwn(estate.customer, person.id)
    const found = await findFile(tx, id, file)
    if (!found) throw new Failure('NotFound')
    refuseUnless(estate, ...open)
    if (found.sealed_key === null) throw new Failure('StateChanged', {}, 'This paper was erased by its age.')
    const whose = refuseStranger(await beneficiariesOf(tx, id), { kind, beneficiary })
    if (accepted && kind === 'identity' && whose === null)
      throw new Failure('StateChanged', {}, 'Please say whose identity this paper shows.')
    const by = accepted ? person.id : null
    await saveAccepted(tx, file, { kind, beneficiary: whose, by, at: accepted ? at : null })
    const after = await findFile(tx, id, file)
    if (!after) throw new Failure('NotFound')
    const data = shownFile(after, await readNames(tx, by === null ? [] : [by]))
    const about = {
      customer: estate.customer ?? undefined,
      thing: estateThing(id),
      facts: { Paper: found.name, Kind: kind },
    }
    const action = accepted ? 'accept-estate-file' : 'take-back-estate-file'
    await writeAudit(tx, { operator: person.id, action, ...about, at })
    return { data }
  })

/** Before a byte of it leaves. */
const noteOpened = ({ db, now }: Estates, person: Person, { id, customer }: EstateRow, paper: string) =>
  inTransaction(db, async (tx) => {
    const read = {
      reader: `operator:${person.id}`,
      what: 'estate',
      why: `paper of report ${referenceOf({ id })} of a death`,
    }
    if (customer !== null) await recordRead(tx, { ...read, customer }, now())
    const about = { customer: customer ?? undefined, thing: estateThing(id), facts: { Paper: paper } }
    await writeAudit(tx, { operator: person.id, action: 'open-estate-file', ...about, at: now() })
  })

/** What the one who died had on that day, for a court or an authority. */
export const openStatement = async (
  estates: Estates,
  documents: Documents,
  { person, id, from }: { person: Person; id: string; from: Origin },
): Promise<Answer<Uint8Array>> => {
  await estates.wallet.identity.limits.take('document-opened', person.id, from.address)
  const estate = await findEstate(estates.db, id)
  if (!estate?.statement || estate.customer === null) throw new Failure('NotFound')
  const answer = await downloadOwn(documents, estate.customer, estate.statement)
  await noteOpened(estates, person, estate, 'Statement as of the day of death')
  return answer
}

export const openFile = async (
  estates: Estates,
  person: Person,
  { id, file }: { id: string; file: string },
  from: Origin,
): Promise<Answer<Uint8Array>> => {
  const { db, wallet } = estates
  await wallet.identity.limits.take('document-opened', person.id, from.address)
  const [estate, row] = [await findEstate(db, id), await findFile(db, id, file)]
  if (!estate || !row) throw new Failure('NotFound')
  const bytes = await readFileOf(estates, row)
  await noteOpened(estates, person, estate, row.name)
  return savedAs({ row, bytes })
}
