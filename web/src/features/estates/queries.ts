import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { EstateFileKind } from '@ingot/endpoints/estate-fields'
import {
  acceptInheritance,
  readInheritance,
  readOwnEstate,
  readReport,
  reportDeath,
  sendReportFile,
  vetoEstate,
  vetoEstateByMail,
} from '@ingot/endpoints/estates'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { request, requestBy } from '../../lib/call.ts'
import { sendWithProgress } from '../../lib/send-with-progress.ts'
import { runSensitiveAction } from '../../lib/sensitive-action.ts'

const ownPoll = 60_000

export const useReportDeath = () =>
  useMutation({ mutationFn: (body: BodyOf<typeof reportDeath>) => request(reportDeath, { body }) })

/** What was reported and sent, by the link in the mail. */
export const useReport = (token: string) =>
  useQuery({
    queryKey: ['death-report', token],
    queryFn: async ({ signal }) => (await request(readReport, { body: { token } }, signal)).data,
    retry: false,
  })

export const useSendPaper = (token: string, kind: EstateFileKind) => {
  const client = useQueryClient()
  return useCallback(
    async (file: File, onProgress: (share: number) => void, signal: AbortSignal) => {
      try {
        await requestBy(sendWithProgress(onProgress), sendReportFile, { body: { token, kind, file } }, signal)
      } finally {
        // Also after a cancel: all of it may have been there already.
        void client.invalidateQueries({ queryKey: ['death-report', token] })
      }
    },
    [client, token, kind],
  )
}

export type OwnEstate = ReplyOf<typeof readOwnEstate>['data']

/** Whether somebody said that the reader has died. A sign that could not be read is no sign. */
export const useOwnEstate = () =>
  useQuery({
    queryKey: ['own-estate'],
    queryFn: async ({ signal }) => (await request(readOwnEstate, {}, signal)).data,
    refetchInterval: ownPoll,
    refetchOnWindowFocus: true,
    staleTime: ownPoll,
    retry: false,
  })

/** Undefined when the customer gave the question up. Whatever came of it, much of the account may be otherwise now. */
export const useVeto = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      runSensitiveAction(
        vetoEstate,
        {},
        (operation) => request(vetoEstate, { operation }),
        'Stop the report of your death',
      ),
    onSettled: () => client.invalidateQueries(),
  })
}

export const useVetoByMail = () =>
  useMutation({ mutationFn: (body: BodyOf<typeof vetoEstateByMail>) => request(vetoEstateByMail, { body }) })

/** What a link is about that somebody was mailed who receives; read once there is somebody to ask for. */
export const useInheritance = (token: string) =>
  useQuery({
    queryKey: ['inheritance', token],
    queryFn: async ({ signal }) => (await request(readInheritance, { body: { token } }, signal)).data,
    retry: false,
    refetchOnWindowFocus: true,
  })

export type Offered = NonNullable<ReturnType<typeof useInheritance>['data']>

export const useAccept = (token: string, deal: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => {
      const body = { token }
      return runSensitiveAction(
        acceptInheritance,
        { body },
        (operation) => request(acceptInheritance, { body, operation }),
        deal,
      )
    },
    onSettled: () => client.invalidateQueries(),
  })
}
