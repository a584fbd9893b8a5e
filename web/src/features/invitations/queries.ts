import type { BodyOf } from '@ingot/endpoints/endpoint'
import { inviteByMail, listInvitations, stopMail } from '@ingot/endpoints/invitations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { useList } from '../../lib/use-list.ts'

const key = ['invitations']

/** Whom the customer invited, newest first. */
export const useInvitations = () => useList(listInvitations, { key, filter: {} })

export const useInvite = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof inviteByMail>) => request(inviteByMail, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export const useStopMail = () =>
  useMutation({
    mutationFn: (token: string) => request(stopMail, { params: { token }, body: { 'List-Unsubscribe': 'One-Click' } }),
  })
