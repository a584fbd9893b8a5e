import type { QueryOf } from '@ingot/endpoints/endpoint'
import {
  downloadDues,
  endPlan,
  listDues,
  listPlans,
  type Plan,
  pausePlan,
  readPlan,
  readPlanDates,
  readPlanRules,
  resumePlan,
  skipDue,
} from '@ingot/endpoints/plans'
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'

/** The least and the most, and what it costs. They seldom change, and the server measures by those of the moment. */
export const usePlanRules = () =>
  useQuery({
    queryKey: ['plans', 'rules'],
    queryFn: async ({ signal }) => (await request(readPlanRules, {}, signal)).data,
  })

export type DatesWanted = QueryOf<typeof readPlanDates>

/** The first dates of a plan that is not made yet. Those before stay in sight until the next have come; some cannot be asked for. */
export const usePlanDates = (wanted: DatesWanted) =>
  useQuery({
    queryKey: ['plans', 'dates', wanted],
    queryFn: readPlanDates.query.safeParse(wanted).success
      ? async ({ signal }) => (await request(readPlanDates, { query: wanted }, signal)).data
      : skipToken,
    placeholderData: keepPreviousData,
  })

export type PlanFilter = FilterOf<typeof listPlans>

export const usePlans = (filter: PlanFilter) => useList(listPlans, { key: ['plans', 'list'], filter })

/** One plan; null when the customer has none at this address. */
export const usePlan = (id: string | undefined) =>
  useQuery({
    queryKey: ['plans', 'one', id],
    queryFn: id === undefined ? skipToken : ({ signal }) => orNull(request(readPlan, { params: { id } }, signal)),
    refetchOnWindowFocus: true,
  })

export type DueFilter = FilterOf<typeof listDues>

export const useDues = (id: string, filter: DueFilter) =>
  useList(listDues, { key: ['plans', 'dues', id], params: { id }, filter })

export const useDownloadDues = ({ id, number }: Plan) => useDownload(downloadDues, `plan-${number}.csv`, { id })

export type PlanAction = 'pause' | 'resume' | 'skip' | 'end'

/** Each may be sent again without harm: the server does it once, and says so when the plan has changed since. */
const send = (plan: Plan, action: PlanAction) => {
  const asked = { params: { id: plan.id }, operation: crypto.randomUUID() }
  if (action === 'pause') return request(pausePlan, asked)
  if (action === 'resume') return request(resumePlan, asked)
  if (action === 'end') return request(endPlan, asked)
  return request(skipDue, { ...asked, body: { due: plan.next?.id ?? '' } })
}

/** What its owner does with a plan that is there. Whatever came of it, the page then shows how the plan stands. */
export const usePlanAction = (plan: Plan) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: PlanAction) => send(plan, action),
    onSuccess: ({ data }) => client.setQueryData(['plans', 'one', plan.id], data),
    onSettled: () => client.invalidateQueries({ queryKey: ['plans'] }),
  })
}
