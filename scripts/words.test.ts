import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints } from '@ingot/endpoints/all'
import { errorTable } from '@ingot/endpoints/errors'
import { expect, test } from 'vitest'

// What customers read is written by many hands. Here stands what a native speaker has taken out, so that it stays out.

const root = join(import.meta.dirname, '..')

const sources = [
  'web/src/**/*.{ts,tsx}',
  'api/src/mail/*mails.ts',
  'api/src/features/kyc/rejection.ts',
  'api/src/features/wallet/receivers.ts',
  'endpoints/src/{errors,identity-fields,kyc-fields,wallet-fields}.ts',
]

const banned: { words: RegExp; say: string }[] = [
  { words: /\bsign(ed|ing)? (in|out)\b/i, say: 'log in, log out' },
  { words: /\bemails?\b|\bthe mails?\b/i, say: 'e-mail' },
  { words: /\b(invalid|identifier|provided|credentials?|entity)\b/i, say: 'what a person calls it' },
  { words: /\btwo-factor code\b/i, say: '2FA code' },
  { words: /\breceivers?\b/i, say: 'recipient' },
  { words: /\b(lift|lifting) the freeze\b/i, say: 'unfreeze' },
  { words: /\btoo many tries\b/i, say: 'too many attempts' },
  { words: /\bto go on\b|\bgoes on\b/i, say: 'continue' },
  { words: /\bby itself\b/i, say: 'automatically' },
  { words: /\bmeanwhile\b/i, say: 'in the meantime' },
  { words: /\bcould not be read\b/i, say: 'could not be loaded' },
  { words: /\bwhether it was done\b|\bis what is done\b|\bdone twice\b/i, say: 'went through' },
  { words: /\bwhat was given\b|\bworth in all\b|\bcall off\b|\bhow far it is\b/i, say: 'it as one would aloud' },
]

const onlyCode = (source: string) =>
  source
    .replaceAll(/^import [\s\S]*? from '[^']+'$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(?<=^|\s)\/\/.*$/gm, '')

const quoted = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const betweenTags = /[>}]([^<>{}=;]+)(?=[<{])/g

/** Every text of a file that reads like words: in quotes, or between tags. */
const wordsIn = (file: string): string[] => {
  const source = onlyCode(readFileSync(join(root, file), 'utf8'))
  const texts = [...source.matchAll(quoted)].map(
    ([, one, two, three = '']) => one ?? two ?? three.replaceAll(/\$\{[^}]*\}/g, '…'),
  )
  const marked = file.endsWith('.tsx') ? [...source.matchAll(betweenTags)].map(([, text = '']) => text) : []
  return [...texts, ...marked]
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /[a-z] [a-z]/i.test(text))
}

const files = sources
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((file) => !/(^|[/.-])test[.-]/.test(file))

const objections = (text: string) =>
  banned.filter(({ words }) => words.test(text)).map(({ say }) => `“${text}”: say ${say}`)

test('no page, mail or error says what a native speaker would not', () => {
  const texts = files.flatMap((file) => wordsIn(file).map((text) => ({ file, text })))
  expect(texts.length).toBeGreaterThan(900)
  expect(texts.flatMap(({ file, text }) => objections(text).map((why) => `${file}: ${why}`))).toEqual([])
})

test('the texts of the service say neither', () => {
  const paragraphs = globSync('api/texts/*.md', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8').split('\n'),
  )
  expect(paragraphs.length).toBeGreaterThan(40)
  expect(paragraphs.flatMap(objections)).toEqual([])
})

/** As people write numbers, in digits or not; what is twice or one of something is no number of the rules. */
const anyNumber =
  /\d|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand)\b/i

test('no number of the rules is typed in the texts of the service, where another policy would make it wrong', () => {
  const bodies = globSync('api/texts/*.md', { cwd: root }).map((file) => {
    const [head = '', ...sections] = readFileSync(join(root, file), 'utf8').split(/^(?=## )/m)
    expect(head).toMatch(/^version: /m)
    return sections.join('')
  })
  expect(bodies.length).toBe(2)
  expect(bodies.flatMap((body) => body.split('\n')).filter((line) => anyNumber.test(line))).toEqual([])
})

test('an error is a sentence or more, in the words of people', () => {
  for (const { message } of Object.values(errorTable)) expect(message).toMatch(/^[A-Z].*\.$/)
})

/** What people type, by the name of its field. One call takes a username that the page itself fills in. */
const typed = [
  'email',
  'identifier',
  'username',
  'password',
  'currentPassword',
  'pin',
  'otp',
  'receiver',
  'address',
  'label',
  'amount',
  'referralCode',
]

test('a field that people type in has a sentence for nothing at all and for far too much', () => {
  const bodies = allEndpoints.flatMap(({ name, body }) => (body && name !== 'openApplicant' ? [{ name, body }] : []))
  const unsaid = bodies.flatMap(({ name, body }) =>
    ['', 'x'.repeat(5000)].flatMap((text) => {
      const said = body.safeParse(Object.fromEntries(typed.map((field) => [field, text])))
      return (said.error?.issues ?? [])
        .filter(({ path, code }) => typed.includes(String(path[0])) && code !== 'invalid_type')
        .filter(({ message }) => !/^(Please|The) /.test(message))
        .map(({ path, message }) => `${name}.${path.join('.')}: ${message}`)
    }),
  )
  expect(unsaid).toEqual([])
})
