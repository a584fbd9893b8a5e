import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { askForExitPack, closeAccount, downloadExitPack, type ExitPack, readExit } from '@ingot/endpoints/leaving'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { leaveSession } from '../../lib/log-out-reason.ts'
import { saveFile } from '../../lib/save-file.ts'
import { runSensitiveAction } from '../../lib/sensitive-action.ts'

const key = ['leaving']
const makingPoll = 5_000

export type Standing = ReplyOf<typeof readExit>['data']

/** Asked often while an archive is being made, so that it is there as soon as it is. */
export const useStanding = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request(readExit, {}, signal)).data,
    refetchInterval: ({ state }) => (state.data?.packs.some((pack) => pack.state === 'Asked') ? makingPoll : false),
    refetchOnWindowFocus: true,
  })

/** Undefined when the customer gave the question up. */
export const useAskForPack = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      runSensitiveAction(
        askForExitPack,
        {},
        (operation) => request(askForExitPack, { operation }),
        'Put everything we know of you into one archive',
      ),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export const useSavePack = () =>
  useMutation({
    mutationFn: async ({ id, askedAt }: Pick<ExitPack, 'id' | 'askedAt'>) => {
      const bytes: unknown = await request(downloadExitPack, { params: { id } })
      saveFile(`ingot-archive-${askedAt.slice(0, 10)}.zip`, new Blob([bytes as Uint8Array<ArrayBuffer>]))
    },
  })

/** Once it is done there is no session any more. Undefined when the customer gave the question up. */
export const useCloseAccount = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => {
      const input = { body: { password } }
      return runSensitiveAction(
        closeAccount,
        input,
        (operation) => request(closeAccount, { ...input, operation }),
        'Close your account for good',
      )
    },
    onSuccess: (done) => done && leaveSession('closed'),
    // Something may have come in meanwhile, which the list then tells.
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
}
