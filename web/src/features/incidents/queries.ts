import type { BodyOf } from '@ingot/endpoints/endpoint'
import { listIncidents, openIncident, updateIncident } from '@ingot/endpoints/incident-desk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { useList } from '../../lib/use-list.ts'

export const useIncidents = () => useList(listIncidents, { key: ['incidents'], filter: {} })

/** Whatever came of it, the list and the line on every page then show how things stand. */
const useTelling = <Input>(act: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => Promise.all(['incidents', 'status'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
}

export const useOpenIncident = () => useTelling((body: BodyOf<typeof openIncident>) => request(openIncident, { body }))

export const useUpdateIncident = (id: string) =>
  useTelling((body: BodyOf<typeof updateIncident>) => request(updateIncident, { params: { id }, body }))
