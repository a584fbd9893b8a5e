import type { Tx } from '@ingot/db/connect'
import type { Desk, Left } from '../feature.ts'
import type { Customer } from '../features/identity/store.ts'
import { openData } from './engine.ts'
import { fileNameOf } from './making.ts'
import { eraseDocuments, readOldest } from './store.ts'

const documentsAtOnce = 50

/** A few at a time: what stands on one may be long. */
async function* documentsOf({ db, personalData }: Desk, { id }: Customer) {
  for (let after = '0'; ; ) {
    const rows = await readOldest(db, id, after, documentsAtOnce)
    for (const row of rows)
      yield {
        ...{ number: row.code, kind: row.kind, state: row.state, issuedAt: row.issued_at },
        data: openData(personalData, row) ?? null,
      }
    const last = rows.at(-1)
    if (!last) return
    after = last.number
  }
}

export const exportDocuments = async (desk: Desk, customer: Customer) => ({ documents: documentsOf(desk, customer) })

/**
 * What stands on them goes, with the keys of their files and the files. Number, state and hash stay under an id that names nobody
 * any more: numbers have no gap, and whoever was handed a document can still find out whether it is ours and valid.
 */
export const eraseOwnDocuments = async (tx: Tx, { id }: Customer): Promise<Left> => ({
  files: (await eraseDocuments(tx, id)).map((each) => fileNameOf(each.id, each.hash)),
})
