import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'

// Banners and texts with which customers tell others of us. Operators keep the set; the server puts in each customer's own link.

export const materialKinds = ['banner', 'mail', 'message'] as const
export type MaterialKind = (typeof materialKinds)[number]

/** Width and height in pixels, as the places where people advertise ask for them. */
export const bannerSizes = ['1200x628', '1080x1080', '1080x1920', '728x90', '300x250'] as const
export type BannerSize = (typeof bannerSizes)[number]

export const pictureTypes = ['png', 'svg'] as const
export type PictureType = (typeof pictureTypes)[number]

/** Stands on every banner and below every text. */
export const riskLine = 'The price of gold can fall. You may get back less than you paid.'

const material = z.object({
  id: z.uuid(),
  kind: z.enum(materialKinds),
  title: z.string(),
  headline: z.string(),
  /** Of a banner what stands below the headline; else all of it, with the link and the risks, ready to be sent. */
  text: z.string(),
  sizes: z.array(z.enum(bannerSizes)),
})

export type Material = z.output<typeof material>

const reading = { method: 'GET', fallback: 'Failed', onFailure: 'raise' } as const
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

export const readMaterials = endpoint({
  ...reading,
  name: 'readMaterials',
  path: '/materials',
  summary: 'The customer’s own link, and banners and texts that lead there.',
  gate: 'verified',
  reply: data(z.object({ link: z.string(), materials: z.array(material) })),
  errors: [],
})

export const readBanner = endpoint({
  ...reading,
  name: 'readBanner',
  path: '/materials/:id/:size/:type',
  summary: 'A banner with the customer’s own link and QR code, as a file.',
  gate: 'verified',
  params: z.strictObject({ id: z.uuid(), size: z.enum(bannerSizes), type: z.enum(pictureTypes) }),
  reply: bytes,
  replyType: 'application/octet-stream',
  answerLimit: 10_000,
  errors: ['NotFound', 'TooManyTries', 'Unavailable'],
})

export const readAllMaterials = endpoint({
  ...reading,
  name: 'readAllMaterials',
  path: '/materials/all',
  summary: 'Every banner in every size and every text, in one ZIP file.',
  gate: 'verified',
  reply: bytes,
  replyType: 'application/octet-stream',
  answerLimit: 120_000,
  errors: ['TooManyTries', 'Unavailable'],
})

const seen = /^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]*$/u

const line = (longest: number) =>
  z
    .string()
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.maxLength(longest, `Please use at most ${longest} characters.`),
      z.regex(seen, 'Please use one line, with characters that can be seen.'),
    )

export const textLimits = { title: 60, headline: 60, banner: 160, message: 280, mail: 1500 } as const

/** What is written by operators. How long a text may be depends on its kind. */
const written = {
  title: line(textLimits.title).check(z.minLength(1, 'Please give it a title.')),
  headline: line(textLimits.headline),
  text: z
    .string()
    .check(
      z.normalize('NFC'),
      z.trim(),
      z.maxLength(textLimits.mail, `Please use at most ${textLimits.mail} characters.`),
    ),
  sizes: z.array(z.enum(bannerSizes)).check(z.maxLength(bannerSizes.length)),
  /** Where it stands among the others, from the first on. */
  place: z.int().check(z.minimum(0, 'Please enter 0 or more.'), z.maximum(999, 'Please enter at most 999.')),
}

const managed = z.object({
  ...material.shape,
  place: z.int(),
  /** Counts its changes. */
  version: z.int(),
  /** Customers no longer get it. */
  isRetired: z.boolean(),
  changedAt: z.iso.datetime(),
  /** The operator's username; null for what came with the portal. */
  changedBy: z.nullable(z.string()),
})

export type ManagedMaterial = z.output<typeof managed>

const managing = { gate: 'operator', roles: ['Owner', 'Compliance'], fallback: 'Failed', onFailure: 'raise' } as const

export const listMaterials = endpoint({
  ...managing,
  name: 'listMaterials',
  method: 'GET',
  path: '/operator/materials',
  summary: 'Every material, as customers get them, those that were retired last.',
  reply: data(z.array(managed)),
  errors: [],
})

const one = z.strictObject({ id: z.uuid() })

export const listMaterialVersions = endpoint({
  ...managing,
  name: 'listMaterialVersions',
  method: 'GET',
  path: '/operator/materials/:id/versions',
  summary: 'What a material was, newest first.',
  params: one,
  reply: data(z.array(managed)),
  errors: ['NotFound'],
})

export const previewBanner = endpoint({
  ...managing,
  name: 'previewBanner',
  method: 'GET',
  path: '/operator/materials/:id/preview/:size',
  summary: 'A banner as customers get it, with a link that is nobody’s.',
  params: z.strictObject({ id: z.uuid(), size: z.enum(bannerSizes) }),
  reply: bytes,
  replyType: 'application/octet-stream',
  answerLimit: 10_000,
  errors: ['NotFound', 'TooManyTries', 'Unavailable'],
})

export const addMaterial = endpoint({
  ...managing,
  name: 'addMaterial',
  method: 'POST',
  path: '/operator/materials',
  summary: 'Adds a material, which every customer gets at once.',
  body: z.strictObject({ kind: z.enum(materialKinds), ...written }),
  reply: data(managed),
  errors: ['MaterialRefused', 'MaterialsFull', 'TooManyTries'],
})

/** As the operator saw it: who comes later than somebody else looks again. */
const version = z.int().check(z.minimum(1))

export const changeMaterial = endpoint({
  ...managing,
  name: 'changeMaterial',
  method: 'POST',
  path: '/operator/materials/:id',
  summary: 'Changes what a material says, its sizes or its place. What it was before is kept.',
  params: one,
  body: z.strictObject({ version, ...written }),
  reply: data(managed),
  errors: ['NotFound', 'StateChanged', 'MaterialRefused', 'TooManyTries'],
})

export const retireMaterial = endpoint({
  ...managing,
  name: 'retireMaterial',
  method: 'POST',
  path: '/operator/materials/:id/retire',
  summary: 'Takes a material away from customers, or gives it back to them.',
  params: one,
  body: z.strictObject({ version, isRetired: z.boolean() }),
  reply: data(managed),
  errors: ['NotFound', 'StateChanged', 'MaterialsFull', 'TooManyTries'],
})
