// Stands behind the text of check.ts and the certificates in the page that works without a connection.

/* global checkDocument, checkPack, certificates, glanceAt, largestFile, outcomeWords, packWords */

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

/** As people write a moment: 2026-11-18, 20:17 UTC. */
const momentOf = (iso) => `${iso.slice(0, 10)}, ${iso.slice(11, 16)} UTC`

const factsOfPack = ({ files, documents, madeAt, email }, name) => [
  { label: 'File', value: name },
  ...(email ? [{ label: 'Made out to', value: email }] : []),
  ...(madeAt ? [{ label: 'Made', value: momentOf(madeAt) }] : []),
  ...(files ? [{ label: 'Files in it', value: `${files}, of which ${documents} are documents that we signed` }] : []),
]

const made = (tag, text) => {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

const show = (outcome, { title, meaning }, facts, problems) => {
  const isGenuine = outcome === 'genuine'
  say('title', `${isGenuine ? '✓' : '✗'} ${title}`)
  say('meaning', meaning)
  const parts = facts.flatMap(({ label, value }) => [made('dt', label), made('dd', value)])
  document.getElementById('facts').replaceChildren(...parts)
  document.getElementById('problems').replaceChildren(...problems.map((each) => made('li', each)))
  result.toggleAttribute('data-genuine', isGenuine)
  result.hidden = false
  result.focus()
}

const showDocument = (checked, name) => {
  document.getElementById('data').hidden = checked.attached === null
  say('json', JSON.stringify(checked.attached, null, 2).slice(0, longestText))
  show(checked.outcome, outcomeWords[checked.outcome], factsOf(checked, name), [])
}

const showPack = (checked, name) => {
  const missing = checked.missing.map((each) => `Was not in it from the beginning: ${each}`)
  show(checked.outcome, packWords[checked.outcome], factsOfPack(checked, name), [...checked.problems, ...missing])
}

const isArchive = async (file) =>
  new TextDecoder('latin1').decode(await file.slice(0, 4).arrayBuffer()) === 'PK\x03\x04'

const sayProgress = (done) => {
  say('title', `Checking… ${Math.floor(done * 100)} %`)
  say('meaning', '')
  result.hidden = false
}

const checkFile = async (file, isLatest) => {
  if (await isArchive(file)) {
    const checked = await checkPack(file, certificates, (done) => isLatest() && sayProgress(done))
    // A file that was dropped meanwhile is the one that is asked about.
    if (isLatest()) showPack(checked, file.name)
    return
  }
  const checked = await checkDocument(new Uint8Array(await file.slice(0, largestFile + 1).arrayBuffer()), certificates)
  if (isLatest()) showDocument(checked, file.name)
}

let latest = 0

const take = async (file) => {
  if (!file) return
  const mine = ++latest
  // Nothing of the file before may stand beside what is said of this one.
  result.hidden = true
  result.removeAttribute('data-genuine')
  for (const id of ['facts', 'problems']) document.getElementById(id).replaceChildren()
  document.getElementById('data').hidden = true
  try {
    await checkFile(file, () => mine === latest)
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
