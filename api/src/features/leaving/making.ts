import { randomBytes } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { leaving as numbers } from '../../policy-heirs.ts'
import { createFileKey } from '../../sealed-files.ts'
import { readCustomer } from '../identity/store.ts'
import { contentsOf, manifestOf, type Packing } from './contents.ts'
import { packFiles } from './packing.ts'
import { piecesOf, putPieces, removePieces } from './pieces.ts'
import { packMail } from './sent-jobs.ts'
import * as store from './store.ts'

const mostTries = 5
const dayMs = 24 * 3600_000

/** A try that has written nothing for so long is dead: much longer than one piece takes. */
const deadAfterMinutes = 10
const minuteMs = 60_000

/** Makes an archive that was asked for, or takes away one whose time is over. Whatever an earlier try has left goes first. */
export const workOn = async (packing: Packing, pack: store.PackRow): Promise<void> => {
  const { db, files, now } = packing
  if (pack.state === 'Ready') return eraseOld(packing, pack)
  // Another process may be making it at this moment: its pieces stay.
  const at = now()
  const silentSince = new Date(at.getTime() - deadAfterMinutes * minuteMs)
  const claimed = await store.claimTry(db, pack.id, { at, silentSince })
  if (!claimed) return
  if (claimed.place) await removePieces(files, claimed.place)
  if (claimed.tries >= mostTries) await giveUp(packing, claimed)
  else await makePack(packing, claimed)
}

/** The pieces first: if this ends between the two, the row still says that there is something to do. */
const eraseOld = async ({ db, files, now }: Packing, { id, place, bytes }: store.PackRow) => {
  for (const piece of piecesOf(place ?? '', Number(bytes)).reverse()) await files.remove(piece)
  await inTransaction(db, (tx) => store.erasePack(tx, id, now()))
}

const giveUp = ({ db, now, outbox }: Packing, { id, customer }: store.PackRow) =>
  inTransaction(db, async (tx) => {
    await store.failPack(tx, id, now())
    await outbox.send(tx, packMail, { customer, kind: 'failed', pack: id })
  })

const makePack = async (packing: Packing, { id, customer: whose }: store.PackRow): Promise<void> => {
  const { db, files, now, outbox, personalData } = packing
  const customer = await readCustomer(db, whose)
  const place = `exit-packs/${id}/${randomBytes(8).toString('hex')}`
  const key = createFileKey()
  if (!(await store.beginTry(db, id, place, now()))) return
  let pieces = 0
  const onPiece = (count: number) => {
    pieces = count
    return store.renewTry(db, id, place, now())
  }
  const missing: string[] = []
  const contents = contentsOf(packing, customer, (what) => missing.push(what))
  const stream = packFiles(contents, (listed) => manifestOf(packing, customer, listed, missing), now())
  const isKept = async () => {
    const { bytes, hash } = await putPieces(files, place, key, stream, onPiece)
    return inTransaction(db, async (tx) => {
      const row = await store.lockPack(tx, id)
      // The account may have been closed meanwhile, or another try have begun.
      if (row?.state !== 'Asked' || row.place !== place) return false
      const sealedKey = personalData.seal(id, 'exit-pack', { key: key.toString('base64') })
      const keptUntil = new Date(now().getTime() + numbers.packKeptDays * dayMs)
      await store.savePack(tx, id, { bytes, hash, sealedKey, at: now(), keptUntil })
      await outbox.send(tx, packMail, { customer: whose, kind: 'ready', pack: id })
      return true
    })
  }
  let isThere = false
  try {
    isThere = await isKept()
  } finally {
    if (!isThere) await removePieces(files, place, pieces)
  }
}
