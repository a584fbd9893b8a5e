import type { Tx } from '@ingot/db/connect'
import type { Desk, Left } from '../feature.ts'
import type { Customer } from '../features/identity/store.ts'
import { openData } from './engine.ts'
import { fileNameOf } from './making.ts'
import { eraseDocuments, readAll } from './store.ts'

export const exportDocuments = async ({ db, personalData }: Desk, { id }: Customer) => ({
  documents: (await readAll(db, id)).map((row) => ({
    number: row.code,
    kind: row.kind,
    state: row.state,
    issuedAt: row.issued_at,
    data: openData(personalData, row) ?? null,
  })),
})

/**
 * What stands on them goes, with the keys of their files and the files. Number, state and hash stay under an id that names nobody
 * any more: numbers have no gap, and whoever was handed a document can still find out whether it is ours and valid.
 */
export const eraseOwnDocuments = async (tx: Tx, { id }: Customer): Promise<Left> => ({
  files: (await eraseDocuments(tx, id)).map((each) => fileNameOf(each.id, each.hash)),
})
