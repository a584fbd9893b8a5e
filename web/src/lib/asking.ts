import { askApproval, listApprovals } from '@ingot/endpoints/approvals'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from './call.ts'

/** Asks another operator. Each press is a request of its own: it has a code in it that works once. */
export const useAskApproval = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof askApproval>) => request(askApproval, { body, operation: crypto.randomUUID() }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['approvals'] }),
        client.invalidateQueries({ queryKey: ['desk'] }),
      ]),
  })
}

/** What waits for an approval and concerns one thing. */
export const useAskedAbout = (thing: string) =>
  useQuery({
    queryKey: ['approvals', 'about', thing],
    queryFn: async ({ signal }) => (await request(listApprovals, { query: { show: 'open', thing } }, signal)).data,
  })
