import type { FastifyInstance } from 'fastify'
import {
  FAULT_NAMES,
  type FaultDesk,
  type FaultName,
  type FaultOrder,
  MAX_DELAY_MS,
  MAX_TIMES,
  readFaultOrder,
  type StandingFault,
} from './faults.ts'
import { html, type Markup } from './html.ts'
import type { Pages } from './page.ts'
import { badRequest, notFound } from './refusal.ts'
import type { Resident } from './resident.ts'
import { assertSameOrigin } from './same-origin.ts'

const TITLES: Record<FaultName, string> = {
  slow: 'Slow',
  refuse: 'Refuse',
  twice: 'Twice',
  lose: 'Lose the answer',
  drop: 'Drop the call',
  wrong: 'Wrong answer',
  forget: 'Forget',
  disorder: 'Out of order',
  lie: 'Lie',
}

const describeFault = (fault: StandingFault): string => {
  const how =
    fault.fault === 'slow'
      ? ` by ${fault.delayMs} ms`
      : fault.fault === 'lie'
        ? `, ${fault.factor} times the price`
        : 'answer' in fault
          ? `, ${fault.answer}`
          : ''
  const detail = how + (fault.on === undefined ? '' : ` on ${fault.on}`)
  const times =
    fault.remaining === null ? 'until cleared' : fault.remaining === 1 ? 'once more' : `${fault.remaining} more times`
  return `${TITLES[fault.fault]}${detail}, ${times}`
}

/** Whether a resident behaves, in words for the home page and the control page. */
export const faultBadge = (desk: FaultDesk): Markup => {
  const standing = desk.standing()
  return standing === null
    ? html`<span class="badge">Behaves</span>`
    : html`<span class="badge warns">Misbehaves: ${describeFault(standing)}</span>`
}

const fieldsOf = (fault: FaultName, id: string): Markup | null => {
  if (fault === 'slow')
    return html`<label for="${id}-delay">Delay in ms
<input id="${id}-delay" name="delayMs" type="number" inputmode="numeric" min="1" max="${MAX_DELAY_MS}" value="2000" required></label>`
  if (fault === 'refuse')
    return html`<label for="${id}-answer">Answer
<select id="${id}-answer" name="answer"><option value="temporary">temporary</option><option value="permanent">permanent</option></select></label>`
  if (fault === 'wrong')
    return html`<label for="${id}-answer">Answer
<select id="${id}-answer" name="answer"><option value="error">error</option><option value="stale">stale</option></select></label>`
  if (fault === 'lie')
    return html`<label for="${id}-factor">Times the price
<input id="${id}-factor" name="factor" inputmode="decimal" value="0.01" required></label>`
  return null
}

const subjectField = (subjects: readonly string[], id: string): Markup | null =>
  subjects.length === 0
    ? null
    : html`<label for="${id}-on">On
<select id="${id}-on" name="on"><option value="">everything</option>${subjects.map((subject) => html`<option>${subject}</option>`)}</select></label>`

const faultForm = (resident: Resident, fault: FaultName): Markup => {
  const id = `${resident.name}-${fault}`
  return html`<li class="fault">
<form method="post" action="/control/${resident.name}" aria-labelledby="control-${resident.name} ${id}">
<div class="words"><h3 id="${id}">${TITLES[fault]}</h3><p>${resident.faults.offers[fault]}</p></div>
<div class="fields">
<input type="hidden" name="fault" value="${fault}">
${fieldsOf(fault, id)}
${subjectField(resident.faults.subjects, id)}
<label for="${id}-times">Times
<input id="${id}-times" name="times" type="number" inputmode="numeric" min="1" max="${MAX_TIMES}" placeholder="until cleared"></label>
<button type="submit" aria-label="Set ${TITLES[fault]} for ${resident.title}">Set</button>
</div>
</form>
</li>
`
}

const residentSection = (
  resident: Resident,
): Markup => html`<section class="card" aria-labelledby="control-${resident.name}">
<div class="heading">
<h2 id="control-${resident.name}">${resident.title}</h2>
${faultBadge(resident.faults)}
${
  resident.faults.standing() !== null &&
  html`<form method="post" action="/control/${resident.name}/clear"><button class="primary" type="submit">Clear</button></form>`
}
</div>
<ul class="faults">
${FAULT_NAMES.filter((fault) => resident.faults.offers[fault] !== undefined).map((fault) => faultForm(resident, fault))}</ul>
</section>
`

const controlBody = (residents: Resident[], problem?: string): Markup => html`<h1>Control</h1>
<p class="lead">Tell a resident to misbehave, for the next few times or until cleared. One fault stands at a time; a restart clears all.</p>
${problem !== undefined && html`<p class="problem" role="alert">${problem}.</p>`}
${residents.map(residentSection)}`

/** A form sends only text: numbers become numbers and what was left empty is left out. */
const orderOfForm = (body: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, string>)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => [key, key === 'times' || key === 'delayMs' ? Number(value) : value]),
  )

const stateOf = (resident: Resident) => ({
  resident: resident.name,
  fault: resident.faults.standing(),
  offers: resident.faults.offers,
})

type Named = { Params: { resident: string } }

export const addControlRoutes = (server: FastifyInstance, residents: Resident[], pages: Pages): void => {
  const find = (name: string): Resident => {
    const resident = residents.find((candidate) => candidate.name === name)
    if (resident === undefined) throw notFound(`There is no such resident; there are: ${residents.map((r) => r.name)}`)
    return resident
  }
  const order = (resident: Resident, body: unknown): { order: FaultOrder } | { problem: string } =>
    readFaultOrder(body, resident.faults)

  server.get('/api/control', () => ({ data: residents.map(stateOf) }))

  server.put<Named>('/api/control/:resident', (request) => {
    const resident = find(request.params.resident)
    const reading = order(resident, request.body)
    if ('problem' in reading) throw badRequest(reading.problem)
    resident.faults.set(reading.order)
    return { data: stateOf(resident) }
  })

  server.delete<Named>('/api/control/:resident', (request) => {
    const resident = find(request.params.resident)
    resident.faults.clear()
    return { data: stateOf(resident) }
  })

  server.get('/control', (_request, reply) =>
    pages.send(reply, { title: 'Control', body: controlBody(residents), at: '/control' }),
  )

  server.post<Named>('/control/:resident', { preHandler: assertSameOrigin }, (request, reply) => {
    const resident = find(request.params.resident)
    const reading = order(resident, orderOfForm(request.body))
    if ('problem' in reading)
      return pages.send(reply, { title: 'Control', body: controlBody(residents, reading.problem), at: '/control' }, 400)
    resident.faults.set(reading.order)
    return reply.redirect('/control', 303)
  })

  server.post<Named>('/control/:resident/clear', { preHandler: assertSameOrigin }, (request, reply) => {
    find(request.params.resident).faults.clear()
    return reply.redirect('/control', 303)
  })
}
