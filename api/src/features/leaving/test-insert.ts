import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { Files } from '@ingot/providers/files/files'
import { sql } from 'kysely'
import { createFileKey } from '../../sealed-files.ts'
import type { PersonalData } from '../kyc/personal-data.ts'
import { putPieces } from './pieces.ts'
import { insertPack, savePack } from './store.ts'

type House = { db: Db; files: Files; now: () => Date; kyc: { personalData: PersonalData } }

/** For tests: an archive of a customer that is ready, with nothing in it. Gives its id. */
export const insertTestPack = async ({ db, files, now, kyc }: House, customer: string): Promise<string> => {
  const [id, key, at] = [randomUUID(), createFileKey(), now()]
  const place = `exit-packs/${id}/00`
  async function* nothing() {
    yield Buffer.from('nothing')
  }
  const made = await putPieces(files, place, key, nothing())
  const sealedKey = kyc.personalData.seal(id, 'exit-pack', { key: key.toString('base64') })
  await inTransaction(db, async (tx) => {
    await insertPack(tx, id, customer, at)
    await sql`update exit_packs set place = ${place} where id = ${id}`.execute(tx)
    await savePack(tx, id, { ...made, sealedKey, at, keptUntil: new Date(at.getTime() + 3_600_000) })
  })
  return id
}
