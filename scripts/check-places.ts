import { globSync, readFileSync } from 'node:fs'
import { root } from './stack.ts'
import { runCommand } from './terminal.ts'

/** Files with SQL that are not stores yet. This list only gets shorter: a line that is no longer needed fails as well. */
const notYetStores = [
  'identity/jobs.ts',
]

const folder = 'api/src/features'
const isStore = (file: string) => /(^|\/|-)store\.ts$/.test(file)
const isForTests = (file: string) => /\.test\.ts$|(^|\/)test-[^/]+$/.test(file)
const hasSql = (file: string) =>
  /\bsql(<[^`]*>)?`|\bsql\.\w+[(`<]|\brunStatement\(/.test(readFileSync(`${folder}/${file}`, 'utf8'))

await runCommand(async () => {
  process.chdir(root)
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !isForTests(file))
  const withSql = files.filter(hasSql)
  const misplaced = withSql.filter((file) => !isStore(file) && !notYetStores.includes(file))
  const mended = notYetStores.filter((file) => !withSql.includes(file))
  for (const file of misplaced)
    console.error(`${folder}/${file}: SQL of a feature lives in its store.ts, or in a file beside it named …-store.ts.`)
  for (const file of mended)
    console.error(`${folder}/${file}: there is no SQL in it any more, so its line in scripts/check-places.ts goes.`)
  // A search that finds nothing has found no mistake either.
  if (withSql.filter(isStore).length < 5) throw new Error('hardly any store was read: the check itself is broken')
  console.log(
    `${files.length} files of features, ${withSql.length} with SQL, ${notYetStores.length} of them not stores yet`,
  )
  if (misplaced.length || mended.length) process.exit(1)
})
