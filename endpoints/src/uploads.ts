import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { listOf } from './list.ts'

// What customers send us: proofs, slips, certificates. Kinds are declared by features; here is what all of them share.

export const uploadLimit = 10 * 1024 * 1024

/** What a file may be, by its content. Pictures are written anew; a PDF stays as it came. */
export const uploadTypes = ['jpeg', 'png', 'webp', 'pdf'] as const

export type UploadType = (typeof uploadTypes)[number]

const uploadKind = z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/))

export const upload = z.object({
  id: z.uuid(),
  kind: uploadKind,
  /** What the kind is called. */
  title: z.string(),
  name: z.string(),
  /** Of what is kept. */
  bytes: z.number(),
  uploadedAt: z.iso.datetime(),
  /** Then it is erased by itself. */
  keptUntil: z.iso.datetime(),
  /** `sent`: the customer may take it back. `taken`: it belongs to something that we work on. `erased`: only its name is left. */
  state: z.enum(['sent', 'taken', 'erased']),
})

export type Upload = z.output<typeof upload>

const oneUpload = z.strictObject({ id: z.uuid() })

export const sendUpload = endpoint({
  name: 'sendUpload',
  method: 'POST',
  path: '/uploads',
  summary:
    'Sends us a file. It is scanned, pictures are written anew, and it is kept encrypted. The same file sent again is the same one.',
  gate: 'customer',
  body: z.strictObject({ kind: uploadKind, file: z.instanceof(File) }),
  bodyType: 'form',
  // The file and what a form puts around it.
  bodyLimit: uploadLimit + 64 * 1024,
  reply: data(upload),
  errors: [
    'UploadRefused',
    'PdfRefused',
    'UploadInfected',
    'UploadsFull',
    'UploadsUnavailable',
    'TooManyTries',
    'NotFound',
  ],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const listUploads = endpoint({
  ...listOf({}, upload),
  name: 'listUploads',
  path: '/uploads',
  summary: 'What the customer has sent us, newest first.',
  gate: 'customer',
})

/** Never to be shown in a page: whatever it is, it is saved as a file. */
const file = {
  method: 'GET',
  params: oneUpload,
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'application/octet-stream',
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
} as const

export const downloadUpload = endpoint({
  ...file,
  name: 'downloadUpload',
  path: '/uploads/:id/file',
  summary: 'A file that the customer has sent us, as it is kept.',
  gate: 'customer',
})

export const removeUpload = endpoint({
  name: 'removeUpload',
  method: 'DELETE',
  path: '/uploads/:id',
  summary: 'Erases a file that the customer has sent us, as long as nothing hangs on it.',
  gate: 'customer',
  params: oneUpload,
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['NotFound', 'StateChanged'],
  fallback: 'Failed',
  onFailure: 'toast',
})

const forOperators = { gate: 'operator', roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Support'] } as const

export const listCustomerUploads = endpoint({
  ...listOf({}, upload),
  ...forOperators,
  name: 'listCustomerUploads',
  path: '/operator/customers/:id/uploads',
  summary: 'What a customer has sent us, newest first, as far as the role may open it.',
  params: oneUpload,
  errors: ['NotFound'],
})

export const openUpload = endpoint({
  ...file,
  ...forOperators,
  name: 'openUpload',
  path: '/operator/uploads/:id/file',
  summary: 'A file that a customer has sent us. Each opening is recorded, and the customer sees it.',
  errors: ['NotFound', 'Forbidden', 'TooManyTries'],
})
