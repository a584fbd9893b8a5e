import type { FastifyInstance } from 'fastify'
import { html, type Markup } from '../frame/html.ts'
import { type Pages, timeTag } from '../frame/page.ts'
import { assertSameOrigin } from '../frame/same-origin.ts'
import type { Applicant, Document } from './applicant.ts'
import type { DeskState, Provider } from './provider.ts'
import { readVerdict } from './verdict.ts'
import type { Webhooks } from './webhooks.ts'

const SHOWN = 100
const SHOWN_MESSAGES = 20
const DOCUMENT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
const SHOWN_TYPES = ['image/jpeg', 'image/png', 'image/webp']

const COMMON_LABELS = 'LOW_QUALITY, UNSATISFACTORY_PHOTOS, EXPIRATION_DATE, SELFIE_MISMATCH, FORGERY, SANCTIONS'

const stateWords = ({ reviewStatus, reviewResult, documents }: Applicant): string => {
  if (reviewStatus === 'completed')
    return [reviewResult?.reviewAnswer, reviewResult?.reviewRejectType].filter(Boolean).join(', ')
  return reviewStatus === 'pending' ? 'to be decided' : documents.length > 0 ? 'begun' : 'nothing handed in'
}

const nameOf = ({ fixedInfo, externalUserId }: Applicant): string =>
  [fixedInfo.firstName, fixedInfo.lastName].filter((part) => typeof part === 'string' && part !== '').join(' ') ||
  externalUserId

const row = (applicant: Applicant): Markup => html`<li class="row"><a href="/kyc/${applicant.id}">
<span class="subject">${nameOf(applicant)}</span>
<span class="people">${stateWords(applicant)} <span class="to">${applicant.documents.length} pictures</span></span>
<span class="when">${timeTag(applicant.createdAt)}</span>
</a></li>
`

const modeForm = ({ mode }: DeskState): Markup => html`<form method="post" action="/kyc/mode">
<input type="hidden" name="mode" value="${mode === 'automatic' ? 'manual' : 'automatic'}">
<button type="submit">${mode === 'automatic' ? 'Decide by hand' : 'Decide automatically'}</button>
</form>`

const messages = (webhooks: Webhooks): Markup => html`<section aria-labelledby="messages">
<h2 id="messages">Messages to the portal</h2>
<p class="quiet">${webhooks.waiting().length} on their way.</p>
<ul class="links">
${webhooks
  .reports()
  .slice(0, SHOWN_MESSAGES)
  .map(
    (
      report,
    ) => html`<li>${report.type}, attempt ${report.attempt}: ${report.status ?? 'no answer'} ${timeTag(report.at)}</li>
`,
  )}</ul>
</section>`

const deskBody = (provider: Provider, webhooks: Webhooks): Markup => {
  const applicants = provider.list()
  const { mode } = provider.desk()
  return html`<div class="heading">
<h1>Review desk</h1>
<span class="badge">${mode === 'automatic' ? 'Decides GREEN by itself' : 'Waits for a person'}</span>
${modeForm(provider.desk())}
</div>
${
  applicants.length === 0
    ? html`<p class="card empty">Nobody asked to be verified yet. Whoever opens the check in the portal appears here.</p>`
    : html`<ol class="inbox">
${applicants.slice(0, SHOWN).map(row)}</ol>`
}
${messages(webhooks)}`
}

const picture = (applicant: Applicant, document: Document): Markup => {
  const link = `/kyc/${applicant.id}/documents/${document.imageId}`
  const words = [document.idDocType, document.idDocSubType, document.country, document.spent ? 'earlier' : '']
  return html`<li><a href="${link}">${words.filter(Boolean).join(' · ')}</a> <span class="quiet">${document.contentType}, ${document.size} bytes</span></li>
`
}

const decisionForm = (applicant: Applicant): Markup => html`<section class="card" aria-labelledby="decide">
<h2 id="decide">Decide</h2>
<form method="post" action="/kyc/${applicant.id}/decide">
<div class="fields">
<label for="verdict">Verdict
<select id="verdict" name="verdict"><option value="GREEN">GREEN</option><option value="RED RETRY">RED, may try again</option><option value="RED FINAL">RED, for good</option></select></label>
<label for="labels">Labels
<input id="labels" name="rejectLabels" maxlength="300" placeholder="${COMMON_LABELS}"></label>
<label for="comment">To the customer
<input id="comment" name="moderationComment" maxlength="1000"></label>
<label for="private">For the portal’s operator only
<input id="private" name="clientComment" maxlength="1000"></label>
<button class="primary" type="submit">Decide</button>
</div>
</form>
<form method="post" action="/kyc/${applicant.id}/reset"><p class="actions"><button class="danger" type="submit">Reset: everything is to be handed in again</button></p></form>
</section>`

const applicantBody = (applicant: Applicant): Markup => html`<p class="back"><a href="/kyc">Review desk</a></p>
<div class="heading"><h1>${nameOf(applicant)}</h1><span class="badge">${stateWords(applicant)}</span></div>
<dl class="facts">
<div><dt>Applicant</dt><dd>${applicant.id}</dd></div>
<div><dt>The portal’s id</dt><dd>${applicant.externalUserId}</dd></div>
<div><dt>Level</dt><dd>${applicant.levelName}</dd></div>
<div><dt>Date of birth</dt><dd>${typeof applicant.fixedInfo.dob === 'string' ? applicant.fixedInfo.dob : '—'}</dd></div>
</dl>
<section aria-labelledby="documents">
<h2 id="documents">Documents</h2>
${
  applicant.documents.length === 0
    ? html`<p class="quiet">None yet.</p>`
    : html`<ul class="links">
${applicant.documents.map((document) => picture(applicant, document))}</ul>`
}
</section>
${decisionForm(applicant)}`

type ById = { Params: { id: string } }

/** Where a person looks at what was handed in, and decides. */
export const addDeskPages = (server: FastifyInstance, provider: Provider, webhooks: Webhooks, pages: Pages): void => {
  const fromHere = { preHandler: assertSameOrigin }
  server.get('/kyc', (_request, reply) =>
    pages.send(reply, { title: 'Review desk', body: deskBody(provider, webhooks), at: '/kyc' }),
  )
  server.post('/kyc/mode', fromHere, async (request, reply) => {
    const { mode } = (request.body ?? {}) as Record<string, string>
    await provider.setDesk({ mode: mode === 'manual' ? 'manual' : 'automatic' })
    return reply.redirect('/kyc', 303)
  })
  server.get<ById>('/kyc/:id', (request, reply) => {
    const applicant = provider.find(request.params.id)
    return pages.send(reply, { title: nameOf(applicant), body: applicantBody(applicant), at: '/kyc' })
  })
  server.post<ById>('/kyc/:id/decide', fromHere, async (request, reply) => {
    const { verdict = '', ...form } = (request.body ?? {}) as Record<string, string>
    const [reviewAnswer, reviewRejectType] = verdict.split(' ')
    await provider.decide(request.params.id, readVerdict({ ...form, reviewAnswer, reviewRejectType }))
    return reply.redirect(`/kyc/${request.params.id}`, 303)
  })
  server.post<ById>('/kyc/:id/reset', fromHere, async (request, reply) => {
    await provider.reset(request.params.id)
    return reply.redirect(`/kyc/${request.params.id}`, 303)
  })
  server.get<{ Params: { id: string; imageId: string } }>('/kyc/:id/documents/:imageId', async (request, reply) => {
    const { document, bytes } = await provider.readDocument(request.params.id, request.params.imageId)
    const isShown = SHOWN_TYPES.includes(document.contentType)
    return reply
      .header('content-security-policy', DOCUMENT_POLICY)
      .header('content-disposition', isShown ? 'inline' : 'attachment')
      .type(isShown ? document.contentType : 'application/octet-stream')
      .send(bytes)
  })
}
