import {
  downloadDocument,
  downloadDocumentTable,
  type IssuedDocument,
  listDocuments,
  readDocument,
} from '@ingot/endpoints/documents'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { makeBalanceConfirmation, makeStatement, makeTaxReport } from '@ingot/endpoints/statements'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { saveFile } from '../../lib/save-file.ts'
import { type FilterOf, useList, walkList } from '../../lib/use-list.ts'
import { useMaking } from '../../lib/use-making.ts'

/** The one that took a document's place is newer, so it is not looked for longer than this. */
const mostPagesForNewer = 10

export type DocumentFilter = FilterOf<typeof listDocuments>

export const useDocuments = (filter: DocumentFilter) => useList(listDocuments, { key: ['documents', 'list'], filter })

/** One document and what stands on it; null when the customer has none at this address. */
export const useDocument = (id: string) =>
  useQuery({
    queryKey: ['documents', 'one', id],
    queryFn: ({ signal }) => orNull(request(readDocument, { params: { id } }, signal)),
  })

/** The same bytes ever after, so they are asked for once. */
const fileOf = (id: string) =>
  queryOptions({
    queryKey: ['document-files', id],
    queryFn: async ({ signal }) =>
      new Blob([(await request(downloadDocument, { params: { id } }, signal)) as BlobPart], {
        type: 'application/pdf',
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useDocumentFile = (id: string) => useQuery(fileOf(id))

/** Hands out the document itself, asking for it only if it is not there yet. */
export const useDownloadDocument = ({ id, number }: Pick<IssuedDocument, 'id' | 'number'>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: async () => saveFile(`${number}.pdf`, await client.ensureQueryData(fileOf(id))) })
}

export const useDownloadTable = ({ id, number }: Pick<IssuedDocument, 'id' | 'number'>) =>
  useMutation({
    mutationFn: async () => {
      const text = await request(downloadDocumentTable, { params: { id } })
      saveFile(`${number}.csv`, new Blob([text as string], { type: 'text/csv' }))
    },
  })

const findNumber = async (kind: string, number: string, signal: AbortSignal): Promise<string | null> => {
  const ofKind = walkList(listDocuments, { kind }, { mostPages: mostPagesForNewer, signal })
  for await (const document of ofKind) if (document.number === number) return document.id
  return null
}

/** Where one of the customer's own documents is, by its kind and number; null where it is not found. */
export const useDocumentId = (kind: string, number: string) =>
  useQuery({
    queryKey: ['documents', 'numbers', number],
    queryFn: ({ signal }) => findNumber(kind, number, signal),
  })

export const useMakeStatement = () =>
  useMaking((body: BodyOf<typeof makeStatement>) => request(makeStatement, { body }))

export const useMakeBalanceConfirmation = () =>
  useMaking((body: BodyOf<typeof makeBalanceConfirmation>) => request(makeBalanceConfirmation, { body }))

export const useMakeTaxReport = () =>
  useMaking((body: BodyOf<typeof makeTaxReport>) => request(makeTaxReport, { body }))
