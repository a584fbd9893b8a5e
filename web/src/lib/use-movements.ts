import { listMovements } from '@ingot/endpoints/wallet'
import type { MovementState } from '@ingot/endpoints/wallet-fields'
import { type FilterOf, useList } from './use-list.ts'

const listPoll = 15_000

const finalStates: readonly MovementState[] = ['posted', 'confirmed', 'returned']

/** Whether nothing more will change. */
export const isFinal = (state: MovementState) => finalStates.includes(state)

export type MovementFilter = FilterOf<typeof listMovements>

/** What came to the customer or left him, page by page; asked for again while some of it is on its way. */
export const useMovements = (filter: MovementFilter) =>
  useList(listMovements, {
    key: ['movements', 'list'],
    filter,
    pollOf: (movements) => movements.some(({ state }) => !isFinal(state)) && listPoll,
  })
