import { type Consent, downloadConsent, readConsents } from '@ingot/endpoints/consents'
import { listDocuments } from '@ingot/endpoints/documents'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { makeBalanceConfirmation, makeStatement, makeTaxReport } from '@ingot/endpoints/statements'
import { useMutation, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { type FilterOf, useList, walkList } from '../../lib/use-list.ts'
import { useMaking } from '../../lib/use-making.ts'

/** The one that took a document's place is newer, so it is not looked for longer than this. */
const mostPagesForNewer = 10

export type DocumentFilter = FilterOf<typeof listDocuments>

export const useDocuments = (filter: DocumentFilter) => useList(listDocuments, { key: ['documents', 'list'], filter })

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

export const useAccepted = () =>
  useQuery({
    queryKey: ['consents', 'accepted'],
    queryFn: async ({ signal }) => (await request(readConsents, {}, signal)).data.accepted,
  })

/** What was accepted, to the letter. */
export const useDownloadAccepted = () =>
  useMutation({
    mutationFn: async ({ name, version }: Pick<Consent, 'name' | 'version'>) => {
      const bytes = await request(downloadConsent, { params: { name, version } })
      saveFile(`${name}-${version}.md`, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/markdown' }))
    },
  })
