import type { FastifyInstance } from 'fastify'
import { readQuery } from '../frame/query.ts'
import { badRequest } from '../frame/refusal.ts'
import type { Applicant } from './applicant.ts'
import type { DeskState, Provider } from './provider.ts'
import { readVerdict } from './verdict.ts'
import type { Webhooks } from './webhooks.ts'

export type ApplicantSummary = Pick<
  Applicant,
  'id' | 'externalUserId' | 'levelName' | 'createdAt' | 'reviewStatus' | 'reviewResult' | 'attempts'
> & { documents: number }

const summaryOf = ({ documents, fixedInfo: _, ...applicant }: Applicant): ApplicantSummary => ({
  ...applicant,
  documents: documents.length,
})

export type DeskOrder = Partial<Omit<DeskState, 'id'>>

const MODES: DeskState['mode'][] = ['automatic', 'manual']

const readDesk = (body: unknown): DeskOrder => {
  const given = (body ?? {}) as Record<string, unknown>
  const mode = MODES.find((each) => each === given.mode)
  if (given.mode !== undefined && !mode) throw badRequest(`mode must be one of: ${MODES.join(', ')}`)
  const { webhookUrl } = given
  if (webhookUrl !== undefined && (typeof webhookUrl !== 'string' || (webhookUrl && !URL.canParse(webhookUrl))))
    throw badRequest('webhookUrl must be an address')
  return { ...(mode && { mode }), ...(typeof webhookUrl === 'string' && { webhookUrl }) }
}

type ById = { Params: { id: string } }

/** For tests and scripts: what a person does at the desk. */
export const addDeskApi = (server: FastifyInstance, provider: Provider, webhooks: Webhooks): void => {
  server.get('/api/kyc/applicants', (request) => {
    const { externalUserId } = readQuery(request.query, ['externalUserId'])
    const wanted = provider
      .list()
      .filter((each) => externalUserId === undefined || each.externalUserId === externalUserId)
    return { data: wanted.map(summaryOf) }
  })
  server.post<ById>('/api/kyc/applicants/:id/decide', async (request) => {
    const verdict = readVerdict((request.body ?? {}) as Record<string, unknown>)
    return { data: summaryOf(await provider.decide(request.params.id, verdict)) }
  })
  server.post<ById>('/api/kyc/applicants/:id/reset', async ({ params }) => ({
    data: summaryOf(await provider.reset(params.id)),
  }))
  server.get('/api/kyc/desk', () => ({ data: provider.desk() }))
  server.put('/api/kyc/desk', async (request) => ({ data: await provider.setDesk(readDesk(request.body)) }))
  server.get('/api/kyc/webhooks', () => ({ data: webhooks.reports(), meta: { waiting: webhooks.waiting().length } }))
  // Answers when every message that is due has been tried, so that nobody has to wait for a clock.
  server.get('/api/kyc/webhooks/settled', async () => {
    await webhooks.settled()
    return { data: { waiting: webhooks.waiting().length } }
  })
}
