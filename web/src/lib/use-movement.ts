import { readMovement } from '@ingot/endpoints/wallet'
import type { MovementState } from '@ingot/endpoints/wallet-fields'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from './call.ts'
import { orNull } from './or-null.ts'
import { isFinal } from './use-movements.ts'

/** How often what is still on its way is asked for; only in a tab that is looked at. */
const followEvery = 3_000

/** Asks again until nothing more will change. */
export const followUntilFinal = {
  refetchInterval: ({ state: { data } }: { state: { data?: { state: MovementState } | null | undefined } }) =>
    data && !isFinal(data.state) ? followEvery : (false as const),
  refetchOnWindowFocus: true,
  staleTime: followEvery,
}

export const oneMovement = (code: string) =>
  queryOptions({
    queryKey: ['movements', 'one', code],
    queryFn: ({ signal }) => orNull(request(readMovement, { params: { code } }, signal)),
  })

/** One movement; null when the customer has none with this code. */
export const useMovement = (code: string) => useQuery({ ...oneMovement(code), ...followUntilFinal })
