import { html, type Markup } from '../frame/html.ts'
import { timeTag } from '../frame/page.ts'
import type { Statement } from './books.ts'
import { VERSIONS } from './camt.ts'
import type { BankDesk } from './desk.ts'
import { HOUSE_CURRENCY, type Movement } from './movement.ts'

const SHOWN_STATEMENTS = 30
const SHOWN_MOVEMENTS = 50

const field = (name: string, label: string, more: Markup): Markup => html`<label for="${name}">${label}
<input id="${name}" name="${name}" ${more}></label>
`

const tick = (name: string, label: string, isOn = false): Markup =>
  html`<label class="tick" for="${name}"><input id="${name}" name="${name}" type="checkbox"${isOn && html` checked`}> ${label}</label>
`

export const transferForm = (given: Record<string, string>): Markup => {
  const text = (name: string, label: string, most: number, isNeeded = false): Markup =>
    field(
      name,
      label,
      html`maxlength="${most}" autocomplete="off" value="${given[name]}"${isNeeded && html` required`}`,
    )
  return html`<section class="card" aria-labelledby="transfer">
<h2 id="transfer">Send a transfer to the house</h2>
<form class="form wide" method="post" action="/bank/transfers">
<div class="pair">
${text('name', 'Name of the payer', 140, true)}
${text('ultimateName', 'Payer behind the payer', 140)}
${text('account', 'Account it comes from', 50, true)}
${text('bic', 'BIC', 11)}
${field('amount', 'Amount', html`inputmode="decimal" maxlength="20" autocomplete="off" value="${given.amount}" required`)}
${field('currency', 'Currency', html`maxlength="3" value="${given.currency ?? HOUSE_CURRENCY}"`)}
${text('reference', 'Reference (RF…)', 35)}
${text('text', 'Text', 500)}
</div>
<details><summary>What goes wrong on the way</summary>
<div class="pair">
${field('cutTo', 'Cut reference and text to', html`type="number" inputmode="numeric" min="0" max="140" value="${given.cutTo}"`)}
${field('pending', 'Statements that show it as pending first', html`type="number" inputmode="numeric" min="0" max="10" value="${given.pending}"`)}
${tick('split', 'Arrives in two parts', given.split === 'on')}
${tick('dropReference', 'Loses its reference', given.dropReference === 'on')}
</div>
</details>
<p class="actions"><button class="primary" type="submit">Send</button></p>
</form>
</section>`
}

const versionField = (id: string): Markup => html`<label for="${id}">camt.053.001.
<select id="${id}" name="version">${VERSIONS.map(
  (version) => html`<option${version === '08' && html` selected`}>${version}</option>`,
)}</select></label>
`

export const closeForm = (): Markup => html`<section class="card" aria-labelledby="close">
<h2 id="close">Close the day</h2>
<form method="post" action="/bank/close">
<div class="item">
${versionField('version')}
${tick('batch', 'One entry for all credits')}
${tick('skipNumber', 'Skip a number')}
${tick('wrongSum', 'Wrong sum')}
${tick('hold', 'Do not send it')}
<button class="primary" type="submit">Close the day</button>
</div>
</form>
</section>`

const wrongWords = ({ options, isHeld, sent }: Statement): string =>
  [
    `camt.053.001.${options.version}`,
    options.batch && 'one entry for all credits',
    options.skipNumber && 'number skipped',
    options.wrongSum && 'wrong sum',
    isHeld ? 'not sent' : sent.length > 1 && `sent ${sent.length} times`,
  ]
    .filter(Boolean)
    .join(', ')

const statementRow = (day: Statement): Markup => html`<li class="fault item">
<div class="words"><h3><a href="/api/bank/statements/${day.sequence}.xml">Statement ${day.sequence}</a></h3>
<p>${day.opening} to ${day.closing}, ${day.entries.flat().length} lines, ${timeTag(day.until)}; ${wrongWords(day)}</p></div>
<div class="fields">
<form method="post" action="/bank/statements/${day.sequence}/send"><button type="submit" aria-label="Send statement ${day.sequence} again">Send again</button></form>
<form method="post" action="/bank/statements/${day.sequence}/mend"><button type="submit" aria-label="Make statement ${day.sequence} right and send it">Make it right and send</button></form>
</div>
</li>
`

export const statementList = ({ books }: BankDesk): Markup => html`<section class="card" aria-labelledby="statements">
<h2 id="statements">Statements</h2>
${
  books.days().length === 0
    ? html`<p class="quiet">None yet. Closing the day makes one.</p>`
    : html`<ul class="faults">
${books.days().slice(-SHOWN_STATEMENTS).reverse().map(statementRow)}</ul>`
}
</section>`

const action = (movement: Movement, verb: string, words: string, fields: Markup | null = null): Markup =>
  html`<form method="post" action="/bank/movements/${movement.id}/${verb}">${fields}<button type="submit" aria-label="${words}: ${movement.party.name}, ${movement.amount}">${words}</button></form>
`

const outcome = (movement: Movement, to: string, words: string): Markup =>
  action(movement, 'outcome', words, html`<input type="hidden" name="outcome" value="${to}">`)

const actionsOf = (movement: Movement, { books }: BankDesk): Markup | null => {
  const isWaiting = books.isWaiting(movement.id)
  if (movement.undoes !== null || (!isWaiting && !books.isBooked(movement.id))) return null
  if (!isWaiting && books.undoing(movement.bankReference)) return html`<span class="badge">taken back</span>`
  if (movement.direction === 'in') return isWaiting ? null : action(movement, 'reverse', 'Reverse')
  if (!isWaiting) return action(movement, 'return', 'Return')
  if (movement.outcome !== 'pay') return outcome(movement, 'pay', 'Pay after all')
  return html`${outcome(movement, 'return', 'Return it')}${outcome(movement, 'reject', 'Reject it')}`
}

const movementRow = (movement: Movement, desk: BankDesk): Markup => {
  const { direction, party, amount, reference, text, isReversal, returnCode, outcome: told } = movement
  const words = [
    desk.books.isWaiting(movement.id) ? 'waits' : desk.books.isBooked(movement.id) ? 'booked' : 'rejected',
    isReversal && 'reversal',
    returnCode !== null && `return ${returnCode}`,
    told !== 'pay' && `to be ${told === 'return' ? 'returned' : 'rejected'}`,
    party.account,
    reference,
    text,
  ]
  return html`<li class="fault item">
<div class="words"><h3>${direction === 'in' ? '+' : '−'}${amount} ${party.name}</h3>
<p>${words.filter(Boolean).join(' · ')}</p></div>
<div class="fields">${actionsOf(movement, desk)}</div>
</li>
`
}

export const movementList = (desk: BankDesk): Markup => {
  const movements = desk.books.movements().slice(-SHOWN_MOVEMENTS).reverse()
  return html`<section class="card" aria-labelledby="movements">
<h2 id="movements">Movements</h2>
${
  movements.length === 0
    ? html`<p class="quiet">None yet.</p>`
    : html`<ul class="faults">
${movements.map((movement) => movementRow(movement, desk))}</ul>`
}
</section>`
}

export const paymentForm = (): Markup => html`<section class="card" aria-labelledby="payments">
<h2 id="payments">Payments of the house</h2>
<form class="form" method="post" action="/bank/payments" enctype="multipart/form-data">
<label for="file">File of payments (pain.001)
<input id="file" name="file" type="file" accept=".xml,application/xml" required></label>
<p class="actions"><button class="primary" type="submit">Hand in</button></p>
</form>
</section>`

export const accountList = ({ books }: BankDesk): Markup => html`<section class="card" aria-labelledby="accounts">
<h2 id="accounts">Other people’s accounts</h2>
<p class="quiet">What is paid to a closed account comes back on the same day.</p>
<ul class="faults">
${books.accounts().map(
  ({ account, names, sent, received, closed }) => html`<li class="fault item">
<div class="words"><h3>${account}</h3><p>${names.join(', ')} · sent ${sent}, received ${received}${closed && ' · closed'}</p></div>
<div class="fields"><form method="post" action="/bank/accounts/${account}">
<input type="hidden" name="closed" value="${closed ? '' : 'on'}"><button type="submit" aria-label="${closed ? 'Open' : 'Close'} ${account}">${closed ? 'Open it' : 'Close it'}</button></form></div>
</li>
`,
)}</ul>
</section>`
