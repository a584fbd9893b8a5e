import { downloadUpload, listUploads, removeUpload, sendUpload, type Upload } from '@ingot/endpoints/uploads'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, request, requestBy } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { sendWithProgress } from '../../lib/send-with-progress.ts'
import { useList } from '../../lib/use-list.ts'
import type { SendFile } from '../../ui/upload-queue.ts'

const key = ['uploads']

export const useUploads = () => useList(listUploads, { key, filter: {} })

/** Sends a file of a kind; how far it is is told meanwhile. */
export const useSendUpload = (kind: string): SendFile => {
  const client = useQueryClient()
  return useCallback(
    async (file, onProgress, signal) => {
      try {
        await requestBy(sendWithProgress(onProgress), sendUpload, { body: { kind, file } }, signal)
      } finally {
        // Also after a cancel: all of it may have been there already.
        void client.invalidateQueries({ queryKey: key })
      }
    },
    [client, kind],
  )
}

export const useSaveUpload = () =>
  useMutation({
    mutationFn: async ({ id, name }: Pick<Upload, 'id' | 'name'>) => {
      const bytes = await request(downloadUpload, { params: { id } })
      saveFile(name, new Blob([bytes as Uint8Array<ArrayBuffer>]))
    },
  })

/** A failure has been said already. */
export const useRemoveUpload = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeUpload, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}
