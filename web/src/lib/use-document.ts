import { downloadDocument, downloadDocumentTable, type IssuedDocument, readDocument } from '@ingot/endpoints/documents'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from './call.ts'
import { orNull } from './or-null.ts'
import { saveFile } from './save-file.ts'

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
