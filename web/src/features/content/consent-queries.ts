import { acceptTexts, downloadText, listTextVersions, readConsents, readTextVersion } from '@ingot/endpoints/consents'
import type { Text } from '@ingot/endpoints/content'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { saveFile } from '../../lib/save-file.ts'

const consents = ['consents'] as const

/** A new version may come into force while somebody is signed in. */
const freshMilliseconds = 10 * 60_000

export const useConsents = () =>
  useQuery({
    queryKey: consents,
    queryFn: async ({ signal }) => (await request(readConsents, {}, signal)).data,
    staleTime: freshMilliseconds,
  })

export const useAcceptTexts = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (texts: Pick<Text, 'name' | 'version'>[]) => request(acceptTexts, { body: { texts } }),
    onSuccess: ({ data }) => {
      client.setQueryData(consents, data)
      // What was refused for want of them is asked for again.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.join() !== consents.join() })
    },
    onError: (failure) => {
      if (failure instanceof CallError && failure.name === 'TextOutdated')
        void client.invalidateQueries({ queryKey: consents })
    },
  })
}

export const useTextVersions = (name: Text['name']) =>
  useQuery({
    queryKey: ['text', name, 'versions'],
    queryFn: async ({ signal }) => (await request(listTextVersions, { params: { name } }, signal)).data,
  })

/** A version by its number; nothing is asked for without one. */
export const useTextVersion = (name: Text['name'], version: string) =>
  useQuery({
    queryKey: ['text', name, 'versions', version],
    queryFn: async ({ signal }) => (await request(readTextVersion, { params: { name, version } }, signal)).data,
    enabled: version !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useDownloadText = (name: Text['name']) =>
  useMutation({
    mutationFn: async (version: string) => {
      const bytes = await request(downloadText, { params: { name, version } })
      saveFile(`${name}-${version}.md`, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/markdown' }))
    },
  })
