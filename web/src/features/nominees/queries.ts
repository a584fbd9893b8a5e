import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { NomineeSet } from '@ingot/endpoints/nominee-fields'
import {
  confirmNominees,
  discardNomineeDraft,
  readNominees,
  saveNomineeDraft,
  withdrawNominees,
  withdrawNomineesByMail,
} from '@ingot/endpoints/nominees'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { runSensitiveAction } from '../../lib/sensitive-action.ts'

const key = ['nominees']

export type Nominees = ReplyOf<typeof readNominees>['data']
export type WantedDraft = BodyOf<typeof saveNomineeDraft>

export const useNominees = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request(readNominees, {}, signal)).data,
    refetchOnWindowFocus: true,
  })

/** What was saved is what is shown, without asking again: whoever types is not overtaken by an older answer. */
export const useSaveDraft = () => {
  const client = useQueryClient()
  return useMutation({
    // One after the other, or an older one could come last.
    scope: { id: 'nominee-draft' },
    mutationFn: async (body: WantedDraft) => (await request(saveNomineeDraft, { body })).data,
    onSuccess: (draft) => client.setQueryData<Nominees>(key, (known) => known && { ...known, draft }),
  })
}

const useChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: key }) })
}

export const useDiscardDraft = () => useChange(() => request(discardNomineeDraft, {}))

/** Confirms exactly what was shown. Undefined when the customer gave the question up. */
export const useConfirm = () =>
  useChange(({ id, changedAt, deal }: Pick<NomineeSet, 'id' | 'changedAt'> & { deal: string }) => {
    const body = { draft: id, changedAt }
    return runSensitiveAction(
      confirmNominees,
      { body },
      (operation) => request(confirmNominees, { body, operation }),
      deal,
    )
  })

export const useWithdraw = ({ id }: NomineeSet) =>
  useChange(() => request(withdrawNominees, { params: { id }, operation: crypto.randomUUID() }))

export const useWithdrawByMail = () =>
  useMutation({ mutationFn: (token: string) => request(withdrawNomineesByMail, { body: { token } }) })
