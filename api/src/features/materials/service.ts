import type { ReplyOf } from '@ingot/endpoints/endpoint'
import {
  type BannerSize,
  type Material,
  type PictureType,
  type readMaterials as readCall,
  riskLine,
} from '@ingot/endpoints/materials'
import { Answer, type Origin, type Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { readCustomer } from '../identity/store.ts'
import type { Materials } from './materials.ts'
import { fileNameOf, linkTo, shownTo, sidesOf } from './rules.ts'
import * as store from './store.ts'
import { type Entry, zipOf } from './zip.ts'

const linkOf = async ({ db, site }: Materials, customer: string): Promise<string> =>
  linkTo(site, (await readCustomer(db, customer)).ref_code)

export const readMaterials = async (
  materials: Materials,
  customer: string,
): Promise<ReplyOf<typeof readCall>['data']> => {
  const [link, offered] = await Promise.all([linkOf(materials, customer), store.readOffered(materials.db)])
  return { link, materials: offered.map((row) => shownTo(link, row)) }
}

const drawn = ({ draw, brand }: Materials, { headline, text }: Material, size: BannerSize, link: string) =>
  draw({ ...brand, ...sidesOf(size), headline, text, link, risk: riskLine })

/** To be saved and never shown as a page, whatever it is. */
const asFile = (bytes: Uint8Array, name: string, type: string) =>
  new Answer(bytes, { headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` } })

const mediaTypes: Readonly<Record<PictureType, string>> = { png: 'image/png', svg: 'image/svg+xml' }

export type Calling = { person: Person; from: Origin }

export const readBanner = async (
  materials: Materials,
  { person, from }: Calling,
  { id, size, type }: { id: string; size: BannerSize; type: PictureType },
) => {
  await materials.limits.take('banner', person.id, from.address)
  const found = await store.findMaterial(materials.db, id)
  if (!found || found.isRetired || !found.sizes.includes(size)) throw new Failure('NotFound')
  const link = await linkOf(materials, person.id)
  const pictures = await drawn(materials, shownTo(link, found), size, link)
  return asFile(pictures[type], `${fileNameOf(found.title)}-${size}.${type}`, mediaTypes[type])
}

/** Nobody's: whoever reads the code from it comes to the page to register, brought by no one. */
const nobodysCode = 'EXAMPLE'

/** For operators: one that was retired, too. */
export const previewBanner = async (
  materials: Materials,
  { person, from }: Calling,
  { id, size }: { id: string; size: BannerSize },
) => {
  await materials.limits.take('banner', person.id, from.address)
  const found = await store.findMaterial(materials.db, id)
  if (!found?.sizes.includes(size)) throw new Failure('NotFound')
  const link = linkTo(materials.site, nobodysCode)
  const { svg } = await drawn(materials, shownTo(link, found), size, link)
  return asFile(svg, `${fileNameOf(found.title)}-${size}.svg`, mediaTypes.svg)
}

const entriesOf = async (materials: Materials, material: Material, name: string, link: string): Promise<Entry[]> => {
  if (material.kind !== 'banner') return [{ name: `${name}.txt`, bytes: Buffer.from(`${material.text}\n`) }]
  const entries: Entry[] = []
  // One after the other, so that others get their turn in between.
  for (const size of material.sizes) {
    const { png, svg } = await drawn(materials, material, size, link)
    entries.push({ name: `${name}/${size}.png`, bytes: png }, { name: `${name}/${size}.svg`, bytes: svg })
  }
  return entries
}

export const readAllMaterials = async (materials: Materials, { person, from }: Calling) => {
  await materials.limits.take('all-materials', person.id, from.address)
  const { link, materials: offered } = await readMaterials(materials, person.id)
  const entries: Entry[] = []
  for (const [place, material] of offered.entries()) {
    // Two may have the same title, and the order is worth keeping.
    const name = `${String(place + 1).padStart(2, '0')}-${fileNameOf(material.title)}`
    entries.push(...(await entriesOf(materials, material, name, link)))
  }
  return asFile(zipOf(entries), 'materials.zip', 'application/zip')
}
