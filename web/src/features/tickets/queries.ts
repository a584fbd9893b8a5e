import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  askAsVisitor,
  closeTicket,
  downloadTicketFile,
  listTickets,
  openTicket,
  readTicket,
  readVisitorTicket,
  replyAsVisitor,
  replyTicket,
  sendTicketFile,
  sendVisitorFile,
} from '@ingot/endpoints/tickets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { request, requestBy } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { saveFile } from '../../lib/save-file.ts'
import { sendWithProgress } from '../../lib/send-with-progress.ts'
import { useKeptKey } from '../../lib/use-kept-key.ts'
import { useList } from '../../lib/use-list.ts'

/** Answers come while somebody looks. */
const poll = 30_000

const allKey = ['tickets']
const oneKey = (id: string) => ['tickets', 'one', id]
const linkKey = (token: string) => ['tickets', 'link', token]

export const useTickets = () => useList(listTickets, { key: ['tickets', 'list'], filter: {} })

/** One of the customer's own; null where there is none at this address. */
export const useTicket = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => orNull(request(readTicket, { params: { id } }, signal)),
    refetchInterval: poll,
    refetchOnWindowFocus: true,
  })

/** The same for a visitor, by the link in the mail. */
export const useTicketByLink = (token: string) =>
  useQuery({
    queryKey: linkKey(token),
    queryFn: async ({ signal }) => (await request(readVisitorTicket, { body: { token } }, signal)).data,
    retry: false,
  })

export const useAsk = () => {
  const client = useQueryClient()
  const { keyOf, forget } = useKeptKey()
  return useMutation({
    mutationFn: async (body: BodyOf<typeof openTicket>) =>
      (await request(openTicket, { body, operation: keyOf(body) })).data,
    onSuccess: forget,
    onSettled: () => client.invalidateQueries({ queryKey: allKey }),
  })
}

export const useAskAsVisitor = () =>
  useMutation({
    mutationFn: async (body: BodyOf<typeof askAsVisitor>) => (await request(askAsVisitor, { body })).data,
  })

export const useReply = (id: string) => {
  const client = useQueryClient()
  const { keyOf, forget } = useKeptKey()
  return useMutation({
    mutationFn: (text: string) =>
      request(replyTicket, { params: { id }, body: { text }, operation: keyOf({ id, text }) }),
    onSuccess: forget,
    onSettled: () => client.invalidateQueries({ queryKey: allKey }),
  })
}

export const useReplyByLink = (token: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => request(replyAsVisitor, { body: { token, text } }),
    onSuccess: ({ data }) => client.setQueryData(linkKey(token), data),
  })
}

export const useClose = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(closeTicket, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: allKey }),
  })
}

export const useSendFile = (id: string) => {
  const client = useQueryClient()
  return useCallback(
    async (file: File, onProgress: (share: number) => void, signal: AbortSignal) => {
      try {
        await requestBy(sendWithProgress(onProgress), sendTicketFile, { params: { id }, body: { file } }, signal)
      } finally {
        // Also after a cancel: all of it may have been there already.
        void client.invalidateQueries({ queryKey: oneKey(id) })
      }
    },
    [client, id],
  )
}

export const useSendVisitorFile = (token: string) => {
  const client = useQueryClient()
  return useCallback(
    async (file: File, onProgress: (share: number) => void, signal: AbortSignal) => {
      try {
        await requestBy(sendWithProgress(onProgress), sendVisitorFile, { body: { token, file } }, signal)
      } finally {
        void client.invalidateQueries({ queryKey: linkKey(token) })
      }
    },
    [client, token],
  )
}

export const useSaveTicketFile = (id: string) =>
  useMutation({
    mutationFn: async ({ id: file, name }: { id: string; name: string }) => {
      const bytes = (await request(downloadTicketFile, { params: { id, file } })) as Uint8Array<ArrayBuffer>
      saveFile(name, new Blob([bytes]))
    },
  })
