import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { advance } from '@ingot/db/states'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  type addFilm as addFilmCall,
  filmLimits,
  type ManagedFilm,
  type OwnFilm,
  type withdrawFilm as withdrawFilmCall,
} from '@ingot/endpoints/films'
import { writeAudit } from '@ingot/ledger/audit'
import type { Files } from '@ingot/providers/files/files'
import { Answer, type Origin, type Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { readIllustration } from '../../pictures.ts'
import { refuseInfected } from '../../uploads/checking.ts'
import { acceptBoth } from '../identity/two-factor.ts'
import type { Films } from './films.ts'
import { captionsIn, chaptersIn, filmMoves, filmTypeOf } from './rules.ts'
import * as store from './store.ts'

/** So much of a film is in memory at once, for each who looks at it. */
const pieceBytes = 1024 * 1024

const pieceFile = (name: string, number: number) => `films/${name}/${number}`
const posterFile = (name: string) => `films/posters/${name}`

const shown = ({ file, at, state, addedBy, ...film }: store.FilmRow): OwnFilm => film
const managed = ({ file, at, ...film }: store.FilmRow): ManagedFilm => ({ ...film, addedAt: at.toISOString() })

export const readFilms = async ({ db }: Films): Promise<OwnFilm[]> => (await store.readFilms(db, 'shown')).map(shown)

export const listFilms = async ({ db }: Films): Promise<ManagedFilm[]> => (await store.readFilms(db, null)).map(managed)

async function* piecesOf(files: Files, { file, bytes }: store.FilmRow): AsyncGenerator<Uint8Array> {
  for (let [at, number] = [0, 0]; at < bytes; at += pieceBytes, number++) {
    const piece = await files.get(pieceFile(file, number))
    if (piece?.bytes.length !== Math.min(pieceBytes, bytes - at)) throw new Error(`piece ${number} of a film is gone`)
    yield piece.bytes
  }
}

type Calling = { person: Person; from: Origin }

/** One that was withdrawn is as unknown as one that never was. */
export const readFilm = async ({ db, files, limits }: Films, { person, from }: Calling, id: string) => {
  await limits.take('film', person.id, from.address)
  const film = await store.findFilm(db, id)
  if (film?.state !== 'shown') throw new Failure('NotFound')
  return new Answer(Readable.from(piecesOf(files, film)), { headers: { 'content-length': String(film.bytes) } })
}

export const readPoster = async ({ db, files }: Films, name: string) => {
  const file = (await store.isShownPoster(db, name)) && (await files.get(posterFile(name)))
  if (!file) throw new Failure('NotFound')
  // A picture never changes under its name.
  return new Answer(Buffer.from(file.bytes), { headers: { 'cache-control': 'public, max-age=31536000, immutable' } })
}

const refuse = (field: string, message: string): never => {
  throw new Failure('FilmRefused', { errors: [{ path: [field], message }] }, message)
}

const bytesOf = async (sent: Blob) => new Uint8Array(await sent.arrayBuffer())

type Sent = BodyOf<typeof addFilmCall>

/** What was sent, looked at from every side before any of it is kept. */
const lookAt = async ({ uploads, log }: Films, sent: Sent) => {
  const captions = captionsIn(await bytesOf(sent.captions))
  if (!captions)
    return refuse(
      'captions',
      'Please choose a WebVTT file (.vtt) of at most 256 kB, whose captions follow one another.',
    )
  const chapters = chaptersIn(sent.chapters, captions)
  if (!chapters)
    return refuse(
      'chapters',
      'Please write a chapter on each line, in order: its time and its name, such as 1:05 Log in.',
    )
  const bytes = await bytesOf(sent.film)
  const type = bytes.length <= filmLimits.bytes ? filmTypeOf(bytes) : undefined
  if (!type) return refuse('film', 'Please choose a WebM or MP4 film of at most 20 MB.')
  const poster = await readIllustration(await bytesOf(sent.poster))
  await refuseInfected(uploads, bytes, async (found) => log.warn({ found }, 'a film with a virus was refused'))
  return { captions, chapters, bytes, type, poster: poster.bytes }
}

const refuseMore = (count: number) => {
  if (count >= filmLimits.shown) throw new Failure('FilmsFull')
}

export const addFilm = async (films: Films, { person, from }: Calling, sent: Sent): Promise<ManagedFilm> => {
  const { db, files, limits, identity, now } = films
  await limits.take('film-added', person.id, from.address)
  refuseMore(await store.countShown(db))
  const { bytes, poster, ...looked } = await lookAt(films, sent)
  const [file, picture] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
  const stored = [posterFile(picture)]
  for (let at = 0; at < bytes.length; at += pieceBytes) stored.push(pieceFile(file, at / pieceBytes))
  const { title, about, password, inputCode } = sent
  try {
    // Stored first: a row never names a file that is not there.
    for (let [at, number] = [0, 0]; at < bytes.length; at += pieceBytes, number++)
      await files.put(pieceFile(file, number), bytes.subarray(at, at + pieceBytes), looked.type)
    await files.put(posterFile(picture), poster, 'image/webp')
    return await acceptBoth(identity, person, { password, inputCode }, from, async (tx) => {
      await store.lockFilms(tx)
      refuseMore(await store.countShown(tx))
      const by = { operator: person.id, at: now() }
      const made = { title, about, ...looked, file, bytes: bytes.length, poster: picture }
      const id = await store.insertFilm(tx, made, by)
      await writeAudit(tx, { ...by, action: 'add-film', thing: id, facts: { Title: title } })
      return managedNow(tx, id)
    })
  } catch (error) {
    for (const name of stored) await files.remove(name)
    throw error
  }
}

const managedNow = async (tx: Parameters<typeof store.findFilm>[0], id: string) => {
  const row = await store.findFilm(tx, id)
  if (!row) throw new Failure('NotFound')
  return managed(row)
}

export const withdrawFilm = async (
  { limits, identity, now }: Films,
  { person, from }: Calling,
  id: string,
  { reason, ...proof }: BodyOf<typeof withdrawFilmCall>,
): Promise<ManagedFilm> => {
  await limits.take('film-added', person.id, from.address)
  return acceptBoth(identity, person, proof, from, async (tx) => {
    const { title } = await managedNow(tx, id)
    const at = now()
    await advance(tx, filmMoves, id, { to: 'withdrawn', by: `operator:${person.id}`, why: reason, at })
    await writeAudit(tx, {
      ...{ operator: person.id, action: 'withdraw-film', thing: id, at, reason },
      facts: { Title: title },
    })
    return managedNow(tx, id)
  })
}
