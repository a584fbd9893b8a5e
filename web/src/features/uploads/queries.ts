import { downloadUpload, listUploads, removeUpload, type Upload } from '@ingot/endpoints/uploads'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, request } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useList } from '../../lib/use-list.ts'

const key = ['uploads']

export const useUploads = () => useList(listUploads, { key, filter: {} })

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
