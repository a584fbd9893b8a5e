import { approve, listApprovals, refuseApproval, withdrawApproval } from '@ingot/endpoints/approvals'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { type FilterOf, useList } from '../../lib/use-list.ts'

export type Show = NonNullable<FilterOf<typeof listApprovals>['show']>

/** What others ask for should not wait for a reload. */
const poll = 30_000

export const useApprovals = (show: Show) =>
  useList(listApprovals, { key: ['approvals', 'list'], filter: { show }, pollOf: () => poll })

/** Whatever was decided may have changed any record: all that is shown is asked for again. */
const useDeciding = <Input>(decide: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: decide, onSettled: () => client.invalidateQueries() })
}

type Decided = BodyOf<typeof approve> & { id: string }

export const useApprove = () => useDeciding(({ id, ...body }: Decided) => request(approve, { params: { id }, body }))

export const useRefuse = () =>
  useDeciding(({ id, ...body }: Decided) => request(refuseApproval, { params: { id }, body }))

export const useWithdraw = () => useDeciding((id: string) => request(withdrawApproval, { params: { id } }))
