import { readStatusLine } from '@ingot/endpoints/status'
import { readAnswers } from '@ingot/endpoints/support'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

export const useAnswers = () =>
  useQuery({
    queryKey: ['support'],
    queryFn: async ({ signal }) => (await request(readAnswers, {}, signal)).data,
  })

/** Whether something does not work: then that may be the answer. */
export const useDisturbances = () =>
  useQuery({
    queryKey: ['status', 'line'],
    queryFn: async ({ signal }) => (await request(readStatusLine, {}, signal)).data,
  })
