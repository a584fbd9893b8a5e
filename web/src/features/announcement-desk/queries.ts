import {
  addAnnouncement,
  addAnnouncementPicture,
  changeAnnouncement,
  correctAnnouncement,
  type EditedAnnouncement,
  listManagedAnnouncements,
  previewAnnouncement,
  publishAnnouncement,
  readManagedAnnouncement,
  unscheduleAnnouncement,
  withdrawAnnouncement,
} from '@ingot/endpoints/announcements'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { type FilterOf, useList } from '../../lib/use-list.ts'

/** What waits for its time is published while somebody looks. */
const poll = 30_000

export const useManagedList = (filter: FilterOf<typeof listManagedAnnouncements>) =>
  useList(listManagedAnnouncements, { key: ['announcement-desk', 'list'], filter, pollOf: () => poll })

const keyOf = (id: string) => ['announcement-desk', 'one', id]

/** Null where there is none. Not asked for by the clock: somebody may be writing. */
export const useManaged = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => orNull(request(readManagedAnnouncement, { params: { id } }, signal)),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** What becomes of a text. The one before stays in sight until the next has come. */
export const usePreview = (source: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['announcement-desk', 'preview', source],
    queryFn: async ({ signal }) => (await request(previewAnnouncement, { body: { source } }, signal)).data.body,
    enabled: isWanted,
    placeholderData: keepPreviousData,
    retry: false,
  })

export const useAddPicture = () =>
  useMutation({
    mutationFn: async (picture: Blob) => (await request(addAnnouncementPicture, { body: { picture } })).data,
  })

/** What it left is what the page goes on with: the next act is about that. */
const useActing = <Input>(act: (input: Input) => Promise<{ data: EditedAnnouncement }>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => (await act(input)).data,
    onSuccess: (left) => {
      client.setQueryData(keyOf(left.id), left)
      return client.invalidateQueries({ queryKey: ['announcement-desk', 'list'] })
    },
  })
}

export const useAdd = () => useActing((body: BodyOf<typeof addAnnouncement>) => request(addAnnouncement, { body }))

export const useChange = (id: string) =>
  useActing((body: BodyOf<typeof changeAnnouncement>) => request(changeAnnouncement, { params: { id }, body }))

export const useCorrect = (id: string) =>
  useActing((body: BodyOf<typeof correctAnnouncement>) => request(correctAnnouncement, { params: { id }, body }))

export const usePublish = (id: string) =>
  useActing((body: BodyOf<typeof publishAnnouncement>) => request(publishAnnouncement, { params: { id }, body }))

export const useUnschedule = (id: string) =>
  useActing((body: BodyOf<typeof unscheduleAnnouncement>) => request(unscheduleAnnouncement, { params: { id }, body }))

export const useWithdraw = (id: string) =>
  useActing((body: BodyOf<typeof withdrawAnnouncement>) => request(withdrawAnnouncement, { params: { id }, body }))
