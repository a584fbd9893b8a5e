import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProblemForPeople } from '@ingot/db/problem'
import { linkPackages } from './copied-house.ts'
import { root } from './stack.ts'
import { runCommand, step } from './terminal.ts'

const usage = 'Usage: npm run old-version -- v0.1.0 [api/src/features/trade]: a tag or commit, and which tests.'

/** They hold their code against the schema itself, which is newer than it. */
const ofSchema = [
  'api/src/features.test.ts',
  'api/src/states.test.ts',
  'api/src/customer-data.test.ts',
  'db/src/migrate.test.ts',
]

const migrationsIn = (house: string) =>
  readdirSync(join(house, 'db/migrations')).filter((file) => file.endsWith('.sql'))

/** An older version's sources, whose databases are migrated by this version. */
const openVersion = (house: string, ref: string) => {
  const { status, stdout } = spawnSync('git', ['archive', ref], { cwd: root, maxBuffer: 2 ** 30 })
  if (status !== 0) throw new ProblemForPeople(`git knows no version ${ref}. ${usage}`)
  execFileSync('tar', ['-x', '-C', house], { input: stdout })
  linkPackages(house)
  writeFileSync(join(house, 'db/src/migrate.ts'), `export * from '${join(root, 'db/src/migrate.ts')}'\n`)
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lockOf(house) !== lockOf(root)) step('it had other packages: those of this version are used')
}

// The tests of a version before on the schema of this one, as its processes find it while these take over.
await runCommand(async () => {
  const [ref, ...files] = process.argv.slice(2)
  if (!ref) throw new ProblemForPeople(usage)
  const house = mkdtempSync(join(tmpdir(), 'ingot-old-version-'))
  // As root, PostgreSQL runs as another user, who must be able to pass.
  chmodSync(house, 0o755)
  try {
    openVersion(house, ref)
    const known = migrationsIn(house)
    const newer = migrationsIn(root).filter((file) => !known.includes(file))
    step(newer.length ? `${ref} on ${newer.join(', ')}` : `${ref} has the same migrations`)
    const excluded = ofSchema.flatMap((file) => ['--exclude', file])
    const { status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=api', ...excluded, ...files],
      { cwd: house, stdio: 'inherit' },
    )
    process.exitCode = status ?? 1
  } finally {
    rmSync(house, { recursive: true, force: true })
  }
})
