import { checkDocumentNumber, downloadChecker, listCertificates } from '@ingot/endpoints/documents'
import { type Checked, checkDocument, largestFile } from '@ingot/paper/check'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { saveFile } from '../../lib/save-file.ts'

export type CheckedFile = Checked & { name: string }

/** Checks a file in the page. Only our certificates are asked for; the file goes nowhere. */
export const useCheckFile = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File): Promise<CheckedFile> => {
      const { data } = await client.fetchQuery({
        queryKey: ['document-certificates'],
        queryFn: ({ signal }) => request(listCertificates, {}, signal),
      })
      // Of a file that is too large anyway, no more is read than it takes to know that.
      const bytes = await file.slice(0, largestFile + 1).arrayBuffer()
      return { ...(await checkDocument(new Uint8Array(bytes), data)), name: file.name }
    },
  })
}

export const useDownloadChecker = () =>
  useMutation({
    mutationFn: async () => {
      const page = await request(downloadChecker)
      saveFile('check-documents.html', new Blob([page], { type: 'text/html' }))
    },
  })

/** What became of a document since it was issued; null where there is none of this number. */
export const useDocumentState = (asked: { number: string; hash?: string } | null) =>
  useQuery({
    queryKey: ['document-state', asked],
    enabled: asked !== null,
    retry: false,
    queryFn: async ({ signal }) => {
      try {
        return (await request(checkDocumentNumber, { query: { number: '', ...asked } }, signal)).data
      } catch (error) {
        if (error instanceof CallError && error.name === 'NotFound') return null
        throw error
      }
    },
  })
