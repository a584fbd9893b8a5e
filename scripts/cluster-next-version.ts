import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { version } from '@ingot/api/version'
import { copySources } from './copied-house.ts'
import { entries, type RunningRole } from './roles.ts'
import { root } from './stack.ts'

/** What a next version may bring, on what every trade writes: columns, a check, a table that refers to it, an index made beside writers. */
export const planted = {
  '9001-next-version.sql': `
alter table trades add column brought text not null default 'by a next version',
  add constraint trades_brought_check check (brought <> '') not valid;
create table trade_remarks (
  trade bigint primary key references trades,
  remark text not null
);`,
  '9002-next-version-index.sql': `
create index concurrently trades_brought on trades (brought, id);`,
}

export type NextVersion = Awaited<ReturnType<typeof makeNextVersion>>

/** The same house under the next version's number and with migrations of its own, in a folder beside the one that runs. */
export const makeNextVersion = (house: string) => {
  copySources(house)
  for (const [name, sql] of Object.entries(planted)) writeFileSync(join(house, 'db/migrations', name), sql)
  const file = join(house, 'package.json')
  const next = `${version}-next`
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: next }))
  return {
    version: next,
    migrations: Object.keys(planted),
    entryOf: (role: RunningRole) => join(house, relative(root, entries[role])),
    /** As an operator does it: by the command of the next version. */
    migrate: async (env: NodeJS.ProcessEnv): Promise<string> => {
      const child = spawn(process.execPath, [join(house, 'scripts/start.ts'), 'migrate'], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)])
      if (!Object.keys(planted).every((name) => out.includes(name))) throw new Error(`migrate: ${out}${problem}`)
      return out
    },
  }
}
