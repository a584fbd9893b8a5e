import { globSync, readFileSync } from 'node:fs'
import { root } from './stack.ts'
import { runCommand } from './terminal.ts'

const folder = 'api/src/features'
const isStore = (file: string) => /(^|\/|-)store\.ts$/.test(file)
const isForTests = (file: string) => /\.test\.ts$|(^|\/)test-[^/]+$/.test(file)
const hasSql = (file: string) =>
  /\bsql(<[^`]*>)?`|\bsql\.\w+[(`<]|\brunStatement\(/.test(readFileSync(`${folder}/${file}`, 'utf8'))

await runCommand(async () => {
  process.chdir(root)
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !isForTests(file))
  const withSql = files.filter(hasSql)
  const misplaced = withSql.filter((file) => !isStore(file))
  for (const file of misplaced)
    console.error(`${folder}/${file}: SQL of a feature lives in its store.ts, or in a file beside it named …-store.ts.`)
  // A search that finds nothing has found no mistake either.
  if (withSql.length < 5) throw new Error('hardly any store was read: the check itself is broken')
  console.log(`${files.length} files of features, ${withSql.length} with SQL, ${misplaced.length} of them no stores`)
  if (misplaced.length) process.exit(1)
})
