import * as calls from '@ingot/endpoints/uploads'
import { Answer, type Binding, bind } from '../bind.ts'
import { pageOf } from '../lists.ts'
import { listFor, openFor } from './opening.ts'
import { readOwn, removeOwn, takeIn, uploadList } from './service.ts'
import type { UploadRow } from './store.ts'
import type { Uploads } from './uploads.ts'

/** To be saved and never shown: with a name in letters that every client reads, and with its own (RFC 8187). */
export const savedAs = ({
  row: { name, type },
  bytes,
}: {
  row: Pick<UploadRow, 'name' | 'type'>
  bytes: Uint8Array
}) => {
  const own = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  const headers = { 'content-disposition': `attachment; filename="document.${type}"; filename*=UTF-8''${own}` }
  return new Answer(bytes, { headers })
}

export const uploadRoutes = (uploads: Uploads): Binding[] => [
  bind(calls.sendUpload, async ({ person, body, from }) => ({ data: await takeIn(uploads, person, body, from) })),
  bind(calls.listUploads, ({ person, query }) => pageOf(uploadList(uploads, { customer: person.id }), query)),
  bind(calls.downloadUpload, async ({ person, params }) => savedAs(await readOwn(uploads, person, params.id))),
  bind(calls.removeUpload, async ({ person, params }) => {
    await removeOwn(uploads, person, params.id)
    return { data: { done: true as const } }
  }),
  bind(calls.listCustomerUploads, async ({ person, params, query }) =>
    pageOf(await listFor(uploads, person, params.id), query),
  ),
  bind(calls.openUpload, async ({ person, params, from }) => savedAs(await openFor(uploads, person, params.id, from))),
]
