import * as z from 'zod/mini'
import { documentContent } from './document-content.ts'
import { data, endpoint } from './endpoint.ts'
import { fileOf, listOf, period } from './list.ts'

// Papers that outlive us: numbered, signed, made once. Kinds are declared by features; here is what all of them share.

/** Such as AS-2026-000123: the kind, the year, and a number without gaps. */
export const documentNumber = z.string().check(z.regex(/^[A-Z]{2,3}-[0-9]{4}-[0-9]{6,9}$/, 'Please check the number.'))

const documentKind = z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/))

export const documentStates = ['valid', 'superseded', 'reversed'] as const

/** A name of the zone database, such as Europe/Zurich. Whether there is such a zone, the server finds out. */
export const zone = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/))

export const paperSizes = ['A4', 'Letter'] as const

export const issuedDocument = z.object({
  id: z.uuid(),
  number: documentNumber,
  kind: documentKind,
  title: z.string(),
  subtitle: z.string(),
  state: z.enum(documentStates),
  issuedAt: z.iso.datetime(),
  /** The number of the one that took its place. */
  supersededBy: z.nullable(documentNumber),
  /** Whether it has a table to download as well. */
  hasTable: z.boolean(),
})

export type IssuedDocument = z.output<typeof issuedDocument>

const oneDocument = z.strictObject({ id: z.uuid() })

/** Where a document is asked for: in whose zone and on which paper it is made, if it is not there yet. */
export const wish = { zone, paper: z._default(z.enum(paperSizes), 'A4') }

export const listDocuments = endpoint({
  ...listOf({ kind: z.optional(documentKind), state: z.optional(z.enum(documentStates)), ...period }, issuedDocument),
  name: 'listDocuments',
  path: '/documents',
  summary: 'The customer’s own documents, newest first.',
  gate: 'customer',
  reads: 'replica',
})

export const readDocument = endpoint({
  name: 'readDocument',
  method: 'GET',
  path: '/documents/:id',
  summary: 'One of the customer’s own documents, and what stands on it.',
  gate: 'customer',
  params: oneDocument,
  reply: data(z.object({ document: issuedDocument, content: documentContent })),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

export const downloadDocument = endpoint({
  name: 'downloadDocument',
  method: 'GET',
  path: '/documents/:id/file',
  summary: 'The document itself, signed: the same bytes whenever it is asked for.',
  gate: 'customer',
  params: oneDocument,
  reply: bytes,
  replyType: 'application/pdf',
  errors: ['NotFound', 'Unavailable'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const downloadDocumentTable = endpoint({
  ...fileOf({}),
  name: 'downloadDocumentTable',
  path: '/documents/:id/table',
  summary: 'What stands in its tables as a file for a spreadsheet, with exact figures.',
  gate: 'customer',
  params: oneDocument,
  errors: ['NotFound'],
})

/** In the transaction of a movement none is numbered: whoever wants a receipt asks for it. */
export const makeReceipt = endpoint({
  name: 'makeReceipt',
  method: 'POST',
  path: '/documents/receipt',
  summary: 'A receipt of one of the customer’s movements. Asked for again, it is the same one.',
  gate: 'customer',
  body: z.strictObject({ movement: z.uuid(), ...wish }),
  reply: data(issuedDocument),
  errors: ['NotFound', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const checkDocumentNumber = endpoint({
  name: 'checkDocumentNumber',
  method: 'GET',
  path: '/documents/check',
  summary:
    'Whether a document is valid, superseded or reversed, by its number. With the hash of a file: also whether it is that very file.',
  gate: 'public',
  query: z.strictObject({
    number: documentNumber,
    /** SHA-256 of the file, in hexadecimal digits. */
    hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  }),
  reply: data(
    z.object({
      state: z.enum(documentStates),
      /** Null without a hash. */
      isThisFile: z.nullable(z.boolean()),
    }),
  ),
  errors: ['NotFound', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const listCertificates = endpoint({
  name: 'listCertificates',
  method: 'GET',
  path: '/documents/certificates',
  summary: 'Every certificate that documents were ever signed with, newest first.',
  gate: 'public',
  reply: data(
    z.array(
      z.object({
        /** SHA-256 of the certificate, in hexadecimal digits. */
        fingerprint: z.string(),
        pem: z.string(),
        since: z.iso.datetime(),
      }),
    ),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const downloadChecker = endpoint({
  name: 'downloadChecker',
  method: 'GET',
  path: '/documents/checker.html',
  summary: 'A page in one file that checks documents without a connection, with the certificates of today in it.',
  gate: 'public',
  reply: z.string(),
  replyType: 'text/html',
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})
