import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  addSavedAnswer,
  answerTicket,
  changeSavedAnswer,
  closeDeskTicket,
  listDeskTickets,
  listSavedAnswers,
  markComplaint,
  noteTicket,
  openTicketFile,
  readDeskTicket,
  removeSavedAnswer,
  takeTicket,
} from '@ingot/endpoints/ticket-desk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useKeptKey } from '../../lib/use-kept-key.ts'
import { type FilterOf, useList } from '../../lib/use-list.ts'

/** People write while somebody looks. */
const poll = 30_000

export const useDeskTickets = (filter: FilterOf<typeof listDeskTickets>) =>
  useList(listDeskTickets, { key: ['ticket-desk', 'list'], filter, pollOf: () => poll })

/** Null where there is none, or none for the role. */
export const useDeskTicket = (id: string) =>
  useQuery({
    queryKey: ['ticket-desk', 'one', id],
    queryFn: ({ signal }) => orNull(request(readDeskTicket, { params: { id } }, signal)),
    refetchInterval: poll,
  })

/** Whatever came of it: the page, the lists and the queue may show something else now. */
const useChange = <Input>(change: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => Promise.all(['ticket-desk', 'desk'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
}

export const useTake = (id: string) =>
  useChange((taken: boolean) => request(takeTicket, { params: { id }, body: { taken } }))

export const useAnswer = (id: string) => {
  const { keyOf, forget } = useKeptKey()
  return useChange(async (body: BodyOf<typeof answerTicket>) => {
    await request(answerTicket, { params: { id }, body, operation: keyOf({ id, ...body }) })
    forget()
  })
}

export const useNote = (id: string) =>
  useChange((text: string) => request(noteTicket, { params: { id }, body: { text } }))

export const useCloseTicket = (id: string) =>
  useChange((reason: string) => request(closeDeskTicket, { params: { id }, body: { reason } }))

export const useMark = (id: string) =>
  useChange((body: BodyOf<typeof markComplaint>) => request(markComplaint, { params: { id }, body }))

/** Each opening is recorded, so nothing of it is kept for another time. */
export const useOpenFile = (id: string) =>
  useMutation({
    mutationFn: async ({ id: file, name }: { id: string; name: string }) => {
      const bytes = (await request(openTicketFile, { params: { id, file } })) as Uint8Array<ArrayBuffer>
      saveFile(name, new Blob([bytes]))
    },
  })

export const useSavedAnswers = () =>
  useQuery({
    queryKey: ['ticket-desk', 'answers'],
    queryFn: async ({ signal }) => (await request(listSavedAnswers, {}, signal)).data,
  })

type Given = BodyOf<typeof addSavedAnswer>

/** A new one, or a change of the one with this id. */
export const useSaveAnswer = (id: string | null) =>
  useChange((body: Given) =>
    id === null ? request(addSavedAnswer, { body }) : request(changeSavedAnswer, { params: { id }, body }),
  )

export const useRemoveAnswer = () => useChange((id: string) => request(removeSavedAnswer, { params: { id } }))
