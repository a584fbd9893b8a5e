import {
  openApplicant,
  readApplicantStatus,
  readKycStatus,
  readPersonalInfo,
  readProgress,
  saveDraft,
  submitPersonalInfo,
} from '@ingot/endpoints/kyc'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { readAccessToken } from '../../lib/access-token.ts'
import { call, request } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { resetOnLogOut, useSession } from '../../lib/session.ts'
import { createDraftKeeper, type DraftState } from './draft-keeper.ts'
import { type KycForm, useKycForm } from './kyc-form.ts'

/** Under the person's own data, so that whatever makes that out of date, such as a new PIN, makes this so too. */
const infoKey = ['info']
const progressQuery = queryOptions({
  queryKey: [...infoKey, 'progress'],
  queryFn: async ({ signal }) => (await request(readProgress, {}, signal)).data,
})

export const useProgress = () => useQuery(progressQuery)

const personalKey = ['kyc', 'personal']

/** Asked for whenever the page is opened, and forgotten with it. */
export const usePersonalInfo = () =>
  useQuery({
    queryKey: personalKey,
    queryFn: async ({ signal }) => (await request(readPersonalInfo, {}, signal)).data,
    staleTime: 0,
    gcTime: 0,
  })

export const useDraft = create<DraftState>()(() => ({ status: 'none' }))

const typedText = () => {
  const { profile: _, ...text } = useKycForm.getState().form
  return text
}

/** One for the visit: leaving the page does not interrupt what is being saved. */
export const draft = createDraftKeeper(
  (profile) => request(saveDraft, { body: { ...typedText(), ...(profile && { profile }) } }),
  (state) => useDraft.setState(state, true),
)
resetOnLogOut(() => draft.forget())

export const useSavePicture = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (picture: Blob) => draft.savePicture(picture),
    onSuccess: async () => {
      // It is the profile's picture too.
      void client.invalidateQueries({ queryKey: infoKey })
      await client.invalidateQueries({ queryKey: personalKey })
    },
  })
}

/** Hands the form in. What was typed is with the server from then on, so nothing of it stays here. */
export const useSubmitPersonalInfo = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ profile: _, ...text }: KycForm) =>
      // The contract's schema has looked at the choices; what it lets through is one of them.
      draft.replaceBy(() => call(submitPersonalInfo, { body: text as never })),
    onSuccess: async () => {
      useKycForm.getState().reset()
      await client.invalidateQueries({ queryKey: infoKey })
    },
  })
}

const freshToken = async (username: string, signal?: AbortSignal) =>
  (await request(openApplicant, { body: { username } }, signal)).data.token

const tokenKey = ['kyc', 'token']
const firstPause = 5_000
/** The server counts how often the check is opened, so an hour of trying must stay below what it allows. */
const longestPause = 90_000

/** When to ask again; false where asking again cannot help. */
const pauseAfter = (failure: Error | null, failures: number): number | false => {
  if (!(failure instanceof CallError)) return false
  const { status = 500, details } = failure
  if (status === 429) return Math.max(firstPause, Number(details.retryAfter ?? 0) * 1_000)
  return status >= 500 && Math.min(firstPause * 2 ** (failures - 1), longestPause)
}

/** Opens the provider's check, and keeps trying while the provider cannot be reached. */
export const useProviderToken = () => {
  const username = useSession((session) => session.info?.username ?? '')
  return useQuery({
    queryKey: tokenKey,
    queryFn: ({ signal }) => freshToken(username, signal),
    enabled: username !== '',
    refetchInterval: ({ state }) => state.status === 'error' && pauseAfter(state.error, state.errorUpdateCount),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** For a page at the provider that was open longer than its token lives. */
export const renewToken = () => freshToken(useSession.getState().info?.username ?? '')

const statusKey = ['kyc', 'status']
const statusPoll = 1_000

const readStatus = async (userId: string, signal: AbortSignal) => {
  const token = readAccessToken()
  const [review, status] = await Promise.all([
    request(readApplicantStatus, { body: { userId } }, signal),
    request(readKycStatus, {}, signal),
  ])
  const found = { ...review.data, ...status.data }
  // Gates and badge follow at once, unless somebody else has signed in meanwhile.
  if (token === readAccessToken()) {
    const { saveInfo, note } = useSession.getState()
    saveInfo({ kycVerified: found.kycVerified })
    note({ sumsubStat: found.reviewStatus })
  }
  return found
}

type Status = Awaited<ReturnType<typeof readStatus>>

/** Nothing changes any more by itself. */
const isSettled = ({ kycVerified, reviewResult }: Status) =>
  kycVerified === 'Verified' || (kycVerified === 'Rejected' && reviewResult?.reviewRejectType === 'FINAL')

/** Asks every second, in a tab that is looked at, until nothing more can come of it. A failed answer is no answer. */
export const useStatusWatch = () => {
  const client = useQueryClient()
  const userId = useSession((session) => session.info?.id ?? '')
  const watch = useQuery({
    queryKey: [...statusKey, userId],
    queryFn: ({ signal }) => readStatus(userId, signal),
    enabled: userId !== '',
    refetchInterval: ({ state }) => (state.data && isSettled(state.data) ? false : statusPoll),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const { kycVerified, reviewStatus, reviewResult } = watch.data ?? {}
  const mark =
    kycVerified && [kycVerified, reviewStatus, reviewResult?.reviewAnswer, reviewResult?.reviewRejectType].join()
  useEffect(() => {
    // Why it was rejected and which step comes next stand there.
    if (mark) void client.invalidateQueries({ queryKey: infoKey })
  }, [client, mark])
  return watch
}
