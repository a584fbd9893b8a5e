import { faultBadge } from './control.ts'
import { html, type Markup } from './html.ts'
import type { Resident } from './resident.ts'

const residentCard = (resident: Resident): Markup => html`<li class="card">
<div class="heading"><h2><a class="name" href="${resident.pages[0]?.path}">${resident.title}</a></h2>${faultBadge(resident.faults)}</div>
<p>${resident.purpose}</p>
<dl class="facts">
${resident.facts().map(
  (fact) => html`<div><dt>${fact.label}</dt><dd>${fact.value}</dd></div>
`,
)}</dl>
<p class="actions">
${resident.pages.map(
  (page) => html`<a class="button" href="${page.path}">${page.title}</a>
`,
)}<a class="button" href="/control">Make it misbehave</a>
</p>
</li>
`

export const homeBody = (residents: Resident[]): Markup => html`<h1>Who lives here</h1>
<p class="lead">The portal talks to each outside party by that party's own protocol. Here is the other end, on one machine without internet.</p>
<ul class="residents">
${residents.map(residentCard)}</ul>`
