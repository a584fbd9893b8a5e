import { errorTable } from '@ingot/endpoints/errors'
import { sendUpload, type Upload, uploadLimit } from '@ingot/endpoints/uploads'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { requestBy } from './call.ts'
import { sendWithProgress } from './send-with-progress.ts'

/** As the browser's own choice of files wants it. */
export const uploadAccept = '.jpg,.jpeg,.png,.webp,.pdf,image/jpeg,image/png,image/webp,application/pdf'

/** What the server would say as well, before anything is sent. */
export const uploadProblem = ({ size }: File): string =>
  size === 0 || size > uploadLimit ? errorTable.UploadRefused.message : ''

/** Sends a file of a kind; how far it is is told meanwhile, and in the end what it became. */
export const useSendUpload = (kind: string, onSent?: (upload: Upload) => void) => {
  const client = useQueryClient()
  return useCallback(
    async (file: File, onProgress: (share: number) => void, signal: AbortSignal) => {
      try {
        const { data } = await requestBy(sendWithProgress(onProgress), sendUpload, { body: { kind, file } }, signal)
        onSent?.(data)
      } finally {
        // Also after a cancel: all of it may have been there already.
        void client.invalidateQueries({ queryKey: ['uploads'] })
      }
    },
    [client, kind, onSent],
  )
}
