import { readConfig } from '@ingot/api/config'
import { createEstateBooks } from '@ingot/api/features/estates/test-estate-books'
import { createPersonalData } from '@ingot/api/features/kyc/personal-data'
import { secretsOf } from '@ingot/api/secrets'
import { connect } from '@ingot/db/connect'
import { dieAtStatement, type MortalRun } from './test-mortal.ts'

// For tests: what estates do to the books as a process of its own, whose clock is what it is told, and which dies without a word at
// the statement that it is told.

type Acts = ReturnType<typeof createEstateBooks>
/** What is done, by its name and with what it is given. */
export type EstateRun = MortalRun & { act: keyof Acts; given: unknown[] }

const config = readConfig(process.env)
const db = connect(config.DATABASE_URL, { part: 'test', max: 3 })
const run: EstateRun & { statements: number } = { at: 0, act: 'sweep', given: [], statements: 0 }
dieAtStatement(db, run)

const now = () => new Date(run.at)
const personalData = createPersonalData(secretsOf(config.PERSONAL_DATA_SECRET, config.PERSONAL_DATA_SECRET_BEFORE))
const acts = createEstateBooks({ db, now, kyc: { now, personalData } })

process.on('message', async (order: EstateRun) => {
  Object.assign(run, { dieAt: undefined, during: false, ...order, statements: 0 })
  const act = acts[run.act] as (...given: unknown[]) => Promise<unknown>
  const problem = await act(...run.given).then(
    () => undefined,
    (error: Error) => ('error' in error ? String(error.error) : (error.stack ?? error.message)),
  )
  process.send?.({ statements: run.statements, problem })
})
process.send?.({ isReady: true })
