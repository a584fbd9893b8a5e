// Stands behind the text of check.ts and the certificates in the page that works without a connection.

/* global checkDocument, certificates, glanceAt, largestFile, outcomeWords */

const [drop, chosen, result] = ['drop', 'file', 'result'].map((id) => document.getElementById(id))
const longestText = 200_000

const say = (id, text) => {
  document.getElementById(id).textContent = text
}

const factsOf = ({ number, attached, hash }, name) => [
  { label: 'File', value: name },
  { label: 'SHA-256', value: hash },
  ...(number ? [{ label: 'Number', value: number }] : []),
  ...glanceAt(attached),
]

const show = (checked, name) => {
  const { title, meaning } = outcomeWords[checked.outcome]
  const isGenuine = checked.outcome === 'genuine'
  say('title', `${isGenuine ? '✓' : '✗'} ${title}`)
  say('meaning', meaning)
  const parts = factsOf(checked, name).flatMap(({ label, value }) => {
    const [term, told] = [document.createElement('dt'), document.createElement('dd')]
    term.textContent = label
    told.textContent = value
    return [term, told]
  })
  document.getElementById('facts').replaceChildren(...parts)
  document.getElementById('data').hidden = checked.attached === null
  say('json', JSON.stringify(checked.attached, null, 2).slice(0, longestText))
  result.toggleAttribute('data-genuine', isGenuine)
  result.hidden = false
  result.focus()
}

let latest = 0

const take = async (file) => {
  if (!file) return
  const mine = ++latest
  // Nothing of the file before may stand beside what is said of this one.
  result.hidden = true
  result.removeAttribute('data-genuine')
  document.getElementById('facts').replaceChildren()
  document.getElementById('data').hidden = true
  try {
    const checked = await checkDocument(
      new Uint8Array(await file.slice(0, largestFile + 1).arrayBuffer()),
      certificates,
    )
    // A file that was dropped meanwhile is the one that is asked about.
    if (mine === latest) show(checked, file.name)
  } catch {
    say('title', '✗ Not read')
    say('meaning', 'The file could not be read. Please choose it again.')
    result.hidden = false
  }
}

chosen.addEventListener('change', () => take(chosen.files[0]))
for (const name of ['dragenter', 'dragover'])
  addEventListener(name, (event) => {
    event.preventDefault()
    drop.setAttribute('data-over', '')
  })
for (const name of ['dragleave', 'drop'])
  addEventListener(name, (event) => {
    event.preventDefault()
    drop.removeAttribute('data-over')
  })
addEventListener('drop', (event) => take(event.dataTransfer.files[0]))
