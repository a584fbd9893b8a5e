import type { FastifyInstance } from 'fastify'
import { badRequest } from '../frame/refusal.ts'
import type { Depot, DeskState } from './depot.ts'
import { ACTS, type Act, type Parcel, type ParcelStatus, statusOf } from './parcel.ts'
import type { Webhooks } from './webhooks.ts'

export type ParcelSummary = {
  id: string
  tracking: string
  carrier: string
  status: ParcelStatus
  signedBy: string | null
  scans: { at: string; status: ParcelStatus; message: string }[]
  /** Those that were to be sent, oldest first. */
  events: { id: string; isOnItsWay: boolean }[]
}

export type ActOrder = { act: Act; daysAgo?: number; signedBy?: string }
export type DeskOrder = Partial<Omit<DeskState, 'id'>>

const summaryOf = (parcel: Parcel): ParcelSummary => ({
  ...{ id: parcel.id, tracking: parcel.tracking, carrier: parcel.carrier, signedBy: parcel.signedBy },
  status: statusOf(parcel),
  scans: parcel.scans.map(({ atMs, status, message }) => ({ at: new Date(atMs).toISOString(), status, message })),
  events: parcel.events.map(({ id, delivery }) => ({ id, isOnItsWay: delivery !== null })),
})

const LONGEST_AGO_DAYS = 400

type Body = Record<string, unknown>
const bodyOf = (body: unknown): Body => (typeof body === 'object' && body !== null ? (body as Body) : {})

export const readAct = ({ act: name, daysAgo = 0, signedBy }: Body): ActOrder => {
  const act = ACTS.find((each) => each === name)
  if (act === undefined) throw badRequest(`act must be one of: ${ACTS.join(', ')}`)
  if (typeof daysAgo !== 'number' || !(Math.abs(daysAgo) <= LONGEST_AGO_DAYS))
    throw badRequest(`daysAgo must be a number of days, at most ${LONGEST_AGO_DAYS}`)
  if (signedBy !== undefined && (typeof signedBy !== 'string' || signedBy.length > 100))
    throw badRequest('signedBy must be a name')
  return { act, daysAgo, ...(typeof signedBy === 'string' && signedBy !== '' && { signedBy }) }
}

const readDesk = ({ webhooks, webhookUrl }: Body): DeskOrder => {
  if (webhooks !== undefined && webhooks !== 'at-once' && webhooks !== 'never')
    throw badRequest('webhooks must be one of: at-once, never')
  if (webhookUrl !== undefined && (typeof webhookUrl !== 'string' || (webhookUrl && !URL.canParse(webhookUrl))))
    throw badRequest('webhookUrl must be an address')
  return { ...(webhooks && { webhooks }), ...(typeof webhookUrl === 'string' && { webhookUrl }) }
}

type ById = { Params: { id: string } }

/** For tests and scripts: what couriers do, and the truth as they know it. */
export const addDeskApi = (server: FastifyInstance, depot: Depot, webhooks: Webhooks): void => {
  server.get('/api/courier/parcels', () => ({ data: depot.list().map(summaryOf) }))
  server.post<ById>('/api/courier/parcels/:id/act', async ({ params, body }) => {
    const { act, ...more } = readAct(bodyOf(body))
    return { data: summaryOf(await depot.act(params.id, act, more)) }
  })
  server.post<ById>('/api/courier/events/:id/send', async ({ params }) => {
    await webhooks.resend(params.id)
    return { data: { sent: true } }
  })
  server.put('/api/courier/desk', async ({ body }) => {
    const { id: _, ...desk } = await depot.setDesk(readDesk(bodyOf(body)))
    return { data: desk }
  })
  server.get('/api/courier/webhooks/settled', async () => {
    await webhooks.settled()
    return { data: { waiting: webhooks.waiting().length } }
  })
}
