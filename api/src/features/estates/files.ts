import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { EstateFileKind } from '@ingot/endpoints/estate-fields'
import type { readReport as readReportCall } from '@ingot/endpoints/estates'
import { uploadLimit, uploadTypes } from '@ingot/endpoints/uploads'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { getSealed } from '../../sealed-files.ts'
import { lookAt, makeSafe, storeSafe } from '../../uploads/checking.ts'
import { tokenHash } from '../identity/keys.ts'
import type { Estates } from './estates.ts'
import { countFiles, type FileRow, findSameFile, insertFile, listFiles } from './file-store.ts'
import { findByReportLink } from './report-store.ts'
import { referenceOf } from './rules.ts'
import { lockEstate } from './store.ts'

const { filesMost, filesKeptYears } = policy.estates

const wanted = { types: uploadTypes, mostBytes: uploadLimit }

export const fileOf = (id: string) => `estates/${id}`

/** Years later, on the same day. */
export const yearsAfter = (at: Date, years: number): Date => {
  const later = new Date(at)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

export type GivenFile = {
  estate: string
  kind: EstateFileKind
  /** Whose identity it tells, where it does. */
  beneficiary: string | null
  file: File
  /** Null for the one who reported. */
  operator: string | null
}

/** Takes a paper in as every file, and keeps it with the estate. The same one sent again is the same one. */
export const addFile = async (estates: Estates, given: GivenFile): Promise<FileRow> => {
  const { db, uploads, files, log, now } = estates
  const { estate, kind, beneficiary, file, operator } = given
  const sentBy = operator === null ? 'reporter' : 'operator'
  const looked = await lookAt(file, wanted)
  const whose = { estate, sentBy, hash: looked.hash } as const
  const same = await findSameFile(db, whose)
  if (same) return same
  if ((await countFiles(db, estate, sentBy)) >= filesMost) throw new Failure('UploadsFull')
  const safe = await makeSafe(uploads, { file, looked, wanted }, async (found) => {
    log.warn({ estate, found }, 'a paper with a virus was refused')
  })
  const [id, at] = [randomUUID(), now()]
  const sealedKey = await storeSafe(uploads, { id, at: fileOf(id), kind: 'estate-file', bytes: safe.bytes })
  const made = { ...whose, id, kind, beneficiary, operator, name: safe.name, type: safe.type, bytes: safe.bytes.length }
  let row: FileRow | undefined
  try {
    row = await inTransaction(db, async (tx) => {
      // One after the other, so that many at once are not more than the limit.
      if (!(await lockEstate(tx, estate))) throw new Failure('NotFound')
      const alike = await findSameFile(tx, whose)
      if (alike) return alike
      if ((await countFiles(tx, estate, sentBy)) >= filesMost) throw new Failure('UploadsFull')
      return insertFile(tx, { ...made, sealedKey, at, keptUntil: yearsAfter(at, filesKeptYears) })
    })
    return row
  } finally {
    if (row?.id !== id) await files.remove(fileOf(id))
  }
}

/** As it is kept. What is erased or gone is not there. */
export const readFileOf = async ({ files, kyc }: Pick<Estates, 'files' | 'kyc'>, row: FileRow): Promise<Uint8Array> => {
  if (!row.sealed_key) throw new Failure('NotFound')
  const { key } = kyc.personalData.open<{ key: string }>(row.id, 'estate-file', row.sealed_key)
  const bytes = await getSealed(files, fileOf(row.id), Buffer.from(key, 'base64'))
  if (!bytes) throw new Failure('NotFound')
  return bytes
}

const shownSent = ({ id, name, sent_at }: FileRow) => ({ id, name, sentAt: sent_at.toISOString() })

/** By the link in the mail to who reported. It works whatever became of the report: that it does not would tell something. */
const reportOf = async ({ db, now }: Estates, token: string) => {
  const found = await findByReportLink(db, tokenHash(token), now())
  if (!found) throw new Failure('LinkInvalid')
  return found
}

export const readReport = async (
  estates: Estates,
  token: string,
  from: Origin,
): Promise<ReplyOf<typeof readReportCall>['data']> => {
  await estates.wallet.identity.limits.take('link', tokenHash(token).toString('hex'), from.address)
  const { id, reported_at } = await reportOf(estates, token)
  const files = await listFiles(estates.db, id)
  return {
    reference: referenceOf({ id }),
    reportedAt: reported_at.toISOString(),
    files: files.filter(({ sent_by }) => sent_by === 'reporter').map(shownSent),
    mostFiles: filesMost,
  }
}

export const sendReportFile = async (
  estates: Estates,
  { token, kind, file }: { token: string; kind: EstateFileKind; file: File },
  from: Origin,
) => {
  await estates.wallet.identity.limits.take('report-file', tokenHash(token).toString('hex'), from.address)
  const { id } = await reportOf(estates, token)
  return shownSent(await addFile(estates, { estate: id, kind, beneficiary: null, file, operator: null }))
}
