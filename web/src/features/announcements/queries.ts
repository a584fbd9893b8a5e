import {
  type AnnouncementCategory,
  keepAnnouncementVisit,
  type ListedAnnouncement,
  listAnnouncements,
  readAnnouncement,
  readAnnouncementVisit,
} from '@ingot/endpoints/announcements'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { useSession } from '../../lib/session.ts'
import { useList } from '../../lib/use-list.ts'

export const useAnnouncements = (category: AnnouncementCategory | undefined) =>
  useList(listAnnouncements, { key: ['announcements', 'list'], filter: { category } })

/** Null where there is none at this address, or none any more. */
export const useAnnouncement = (slug: string | undefined) =>
  useQuery({
    queryKey: ['announcements', 'one', slug],
    enabled: slug !== undefined,
    queryFn: async ({ signal }) => {
      if (slug === undefined || !readAnnouncement.params.safeParse({ slug }).success) return null
      return orNull(request(readAnnouncement, { params: { slug } }, signal))
    },
  })

/**
 * Up to when a customer had seen what there was when he came to this page; undefined for anybody else. What is `shown` of all that
 * there is counts as seen, and stays marked for as long as he stays. Whatever is newer than that was not on his page: the list may
 * come from a replica.
 */
export const useSeenUntil = (shown: readonly ListedAnnouncement[] | undefined): string | undefined => {
  const client = useQueryClient()
  const isCustomer = useSession(({ isAuthenticated, info }) => isAuthenticated && info?.role !== 'operator')
  const visit = useQuery({
    queryKey: ['announcements', 'visit'],
    queryFn: async ({ signal }) => (await request(readAnnouncementVisit, {}, signal)).data,
    enabled: isCustomer,
    // One visit is one answer; the next visit asks anew.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  }).data
  const newest = shown
    ?.map(({ publishedAt }) => publishedAt)
    .toSorted()
    .at(-1)
  const until = visit ? newest : undefined
  useEffect(() => {
    if (until === undefined) return
    request(keepAnnouncementVisit, { body: { until } })
      .then(() => client.invalidateQueries({ queryKey: ['dashboard', 'figures'] }))
      // It is marked as new once more, the next time.
      .catch(() => undefined)
  }, [until, client])
  return isCustomer ? visit?.seenUntil : undefined
}
