import * as z from 'zod/mini'
import { pictureLimit } from './account.ts'
import { bytesAsTheyCome, data, endpoint } from './endpoint.ts'
import { proof, reason } from './operator-fields.ts'
import { pictureName } from './rich-text.ts'

// Films that operators add to those that the portal comes with.

export const filmTypes = ['video/webm', 'video/mp4'] as const
export type FilmType = (typeof filmTypes)[number]

export const filmStates = ['shown', 'withdrawn'] as const
export type FilmState = (typeof filmStates)[number]

export const filmLimits = {
  bytes: 20 * 1024 * 1024,
  captionBytes: 256 * 1024,
  title: 60,
  about: 160,
  chapters: 2000,
  /** How many are shown at most, besides our own. */
  shown: 30,
} as const

const cue = z.object({ from: z.number(), to: z.number(), text: z.string() })

const film = z.object({
  id: z.uuid(),
  title: z.string(),
  about: z.string(),
  type: z.enum(filmTypes),
  bytes: z.int(),
  /** The name of its picture. */
  poster: z.string(),
  captions: z.array(cue),
  chapters: z.array(cue),
})

export type OwnFilm = z.output<typeof film>

const managed = z.object({
  ...film.shape,
  state: z.enum(filmStates),
  addedAt: z.iso.datetime(),
  /** The operator's username. */
  addedBy: z.string(),
})

export type ManagedFilm = z.output<typeof managed>

const reading = { method: 'GET', fallback: 'Failed', onFailure: 'raise' } as const

export const readFilms = endpoint({
  ...reading,
  name: 'readFilms',
  path: '/films',
  summary: 'Films that were added to those of the portal itself, with all that is said in them.',
  gate: 'customer',
  reply: data(z.array(film)),
  errors: [],
})

export const readFilm = endpoint({
  ...reading,
  name: 'readFilm',
  path: '/films/:id',
  summary: 'A film, as the bytes that it is.',
  gate: 'customer',
  params: z.strictObject({ id: z.uuid() }),
  reply: bytesAsTheyCome,
  replyType: 'application/octet-stream',
  answerLimit: 300_000,
  errors: ['NotFound', 'TooManyTries'],
})

export const readFilmPoster = endpoint({
  ...reading,
  name: 'readFilmPoster',
  path: '/films/posters/:name',
  summary: 'The picture of a film by its unguessable name.',
  gate: 'public',
  params: z.strictObject({ name: pictureName }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'image/webp',
  errors: ['NotFound'],
})

const managing = { gate: 'operator', roles: ['Support', 'Owner'], fallback: 'Failed', onFailure: 'raise' } as const

export const listFilms = endpoint({
  ...managing,
  name: 'listFilms',
  method: 'GET',
  path: '/operator/films',
  summary: 'Every film that was added, in the order in which customers see them, and how it stands.',
  reply: data(z.array(managed)),
  errors: [],
})

const line = (longest: number, missing: string) =>
  z
    .string()
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(longest, `Please use at most ${longest} characters.`),
      z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'Please use one line, with characters that can be seen.'),
    )

/** What is typed of one. */
export const writtenFilm = {
  title: line(filmLimits.title, 'Please give it a title.'),
  about: line(filmLimits.about, 'Please say what it shows.'),
  /** A line for each, such as `1:05 Log in`. */
  chapters: z
    .string()
    .check(
      z.normalize('NFC'),
      z.maxLength(filmLimits.chapters, `Please use at most ${filmLimits.chapters} characters.`),
      z.regex(/^(?:[^\p{C}]|[\n\r\t])*$/u, 'Please use characters that can be seen.'),
    ),
}

export const addFilm = endpoint({
  ...managing,
  name: 'addFilm',
  method: 'POST',
  path: '/operator/films',
  summary: 'Adds a film with its picture and captions. Customers see it at once.',
  body: z.strictObject({
    ...writtenFilm,
    film: z.instanceof(Blob),
    /** WebVTT. */
    captions: z.instanceof(Blob),
    poster: z.instanceof(Blob),
    ...proof,
  }),
  bodyType: 'form',
  // All files and what a form puts around them.
  bodyLimit: filmLimits.bytes + filmLimits.captionBytes + pictureLimit + 64 * 1024,
  reply: data(managed),
  errors: [
    'FilmRefused',
    'FilmsFull',
    'PictureRefused',
    'UploadInfected',
    'UploadsUnavailable',
    'PasswordIncorrect',
    'TwoFactorCodeIncorrect',
    'TooManyTries',
    'Unavailable',
  ],
})

export const withdrawFilm = endpoint({
  ...managing,
  name: 'withdrawFilm',
  method: 'POST',
  path: '/operator/films/:id/withdraw',
  summary: 'Takes a film away from customers for good.',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ reason, ...proof }),
  reply: data(managed),
  errors: ['NotFound', 'StateChanged', 'PasswordIncorrect', 'TwoFactorCodeIncorrect', 'TooManyTries'],
})
