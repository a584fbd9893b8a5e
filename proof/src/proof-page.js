// Stands behind the text of check.ts, ask-chain.ts and report.ts in the page that works without the portal.

/* global known, reportOn */

const elementOf = (id) => document.getElementById(id)
const largestFile = 64 * 1024 * 1024

const made = (tag, text) => {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

const show = ({ ok, title, meaning, facts, open }) => {
  elementOf('title').textContent = `${ok ? '✓' : '✗'} ${title}`
  elementOf('meaning').textContent = meaning
  elementOf('facts').replaceChildren(...facts.flatMap(({ label, value }) => [made('dt', label), made('dd', value)]))
  elementOf('open').replaceChildren(...open.map((each) => made('li', each)))
  elementOf('result').toggleAttribute('data-holds', ok)
  elementOf('result').hidden = false
  elementOf('result').focus()
}

const textOf = (id) => elementOf(id).files[0]?.slice(0, largestFile).text()
const typed = (id) => elementOf(id).value.trim() || undefined

const checkChosen = async () => {
  const now = elementOf('kept').checked ? undefined : new Date()
  const given = { node: typed('node'), anchor: typed('anchor'), wallet: typed('wallet'), balances: typed('balances') }
  return reportOn({ ...given, proof: await textOf('proof'), bars: await textOf('bars') }, known, now)
}

let latest = 0

elementOf('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const mine = ++latest
  // Nothing of the check before may stand beside what is said of this one.
  elementOf('result').hidden = true
  const failed = { ok: false, title: 'Not checked', meaning: 'The files could not be read. Please choose them again.' }
  const report = await checkChosen().catch(() => ({ ...failed, facts: [], open: [] }))
  if (mine === latest) show(report)
})
