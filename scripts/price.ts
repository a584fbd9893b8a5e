import { userInfo } from 'node:os'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { createProving } from '@ingot/api/features/identity/identity'
import { confirmPrice, describePrice, type Proof, readPriceState } from '@ingot/api/features/trade/confirm-price'
import { secretsOf } from '@ingot/api/secrets'
import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { dataFolder, withDatabase } from './database.ts'
import { readSecrets } from './stack.ts'
import { runCommand } from './terminal.ts'

const usage = `Usage: npm run price -- …
               what is believed and what is doubted
  confirm      two operators confirm the price that is doubted; asks for their passwords and 2FA codes`

/** What is typed is never an argument, which others on the machine could see; secrets are not shown either. */
const openQuestions = () => {
  let isSecret = false
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isSecret) process.stdout.write(chunk)
      done()
    },
  })
  const isTerminal = process.stdin.isTTY === true
  const lines = createInterface({ input: process.stdin, output, terminal: isTerminal })
  const given = lines[Symbol.asyncIterator]()
  const ask = async (question: string, secret = false): Promise<string> => {
    process.stdout.write(`${question}: `)
    isSecret = secret
    const { value, done } = await given.next()
    isSecret = false
    if (secret || !isTerminal) process.stdout.write('\n')
    if (done) throw new ProblemForPeople('Something was missing: nothing was confirmed.')
    return value.trim()
  }
  return { ask, close: () => lines.close() }
}

const askProof = async (ask: ReturnType<typeof openQuestions>['ask'], who: string): Promise<Proof> => ({
  email: await ask(`${who}, e-mail`),
  password: await ask(`${who}, password`, true),
  code: await ask(`${who}, 2FA code`),
})

const confirm = async (db: Db) => {
  const state = await readPriceState(db, new Date())
  console.log(describePrice(state).join('\n'))
  if (!state.doubt) throw new ProblemForPeople('No price is in doubt: there is nothing to confirm.')
  const questions = openQuestions()
  try {
    const proofs: [Proof, Proof] = [
      await askProof(questions.ask, 'First operator'),
      await askProof(questions.ask, 'Second operator'),
    ]
    const { IDENTITY_SECRET, IDENTITY_SECRET_BEFORE } = process.env
    const newest = IDENTITY_SECRET || readSecrets(dataFolder).identitySecret
    const proving = createProving(db, secretsOf(newest, IDENTITY_SECRET_BEFORE))
    const from = { address: '127.0.0.1', agent: `command:${userInfo().username}` }
    await confirmPrice(proving, state.doubt, proofs, from)
  } finally {
    questions.close()
  }
  console.log('Confirmed. It is the price from now on, and what comes next is judged by it.')
}

await runCommand(async () => {
  const [command, ...more] = process.argv.slice(2)
  if ((command !== undefined && command !== 'confirm') || more.length > 0) throw new ProblemForPeople(usage)
  await withDatabase(async (db) => {
    if (command === 'confirm') await confirm(db)
    else console.log(describePrice(await readPriceState(db, new Date())).join('\n'))
  })
  process.exit(0)
})
