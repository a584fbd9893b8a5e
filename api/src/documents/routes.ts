import * as calls from '@ingot/endpoints/documents'
import { type Binding, bind } from '../bind.ts'
import type { Limits } from '../features/identity/limits.ts'
import { pageOf } from '../lists.ts'
import { networkOf } from '../network.ts'
import type { Documents } from './documents.ts'
import { checkNumber, documentList, downloadOwn, readOwn, tableOfOwn } from './service.ts'

export const documentRoutes = (documents: Documents, limits: Limits): Binding[] => [
  bind(calls.listDocuments, ({ person, query }) => pageOf(documentList(documents, person.id), query)),
  bind(calls.readDocument, async ({ person, params }) => ({ data: await readOwn(documents, person.id, params.id) })),
  bind(calls.downloadDocument, ({ person, params }) => downloadOwn(documents, person.id, params.id)),
  bind(calls.downloadDocumentTable, ({ person, params }) => tableOfOwn(documents, person.id, params.id)),
  bind(calls.checkDocumentNumber, async ({ query, from }) => {
    await limits.take('document-number', networkOf(from.address), from.address)
    return { data: await checkNumber(documents, query) }
  }),
]
