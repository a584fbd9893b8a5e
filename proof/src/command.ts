import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { reportOn } from './report.ts'

const usage = `Usage: npm run reserves:check -- PROOF.json …
  --bars BARS.json                the bars of this snapshot, as they were downloaded beside it
  --node URL                      a node of the chain, which is asked for the hash that was published
  --anchor HASH                   or that hash, read by yourself
  --contract CHAIN:ADDRESS        where hashes are published, if not believed from the proof
  --key KEY                       the public key that signs, likewise; may be given again
  --wallet ADDRESS                whose proof it is
  --balances 'QMGT 12.5, GAE 3'   what that customer had at that time
  --kept                          the proof was kept: it may be of more than 48 hours ago`

const text = { type: 'string' } as const
const options = {
  ...{ bars: text, node: text, anchor: text, contract: text, wallet: text, balances: text },
  key: { type: 'string', multiple: true },
  kept: { type: 'boolean' },
} as const

const parse = (parameters: string[]) => {
  try {
    const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true })
    const [, chainId, address] = /^(\d{1,15}):(0x[0-9a-fA-F]{40})$/.exec(values.contract ?? '') ?? []
    if (positionals.length !== 1 || (values.contract && !address)) return
    const contract = address ? { chainId: Number(chainId), address } : undefined
    return { values, file: positionals[0] as string, known: { contract, keys: values.key } }
  } catch {
    return
  }
}

/** The check for auditors. True if everything that was given fits the proof. */
export const runCheckCommand = async (
  parameters: string[],
  print: (line: string) => void,
  now = new Date(),
): Promise<boolean> => {
  const asked = parse(parameters)
  if (!asked) {
    print(usage)
    return false
  }
  const { values, file, known } = asked
  const { bars, kept, ...given } = values
  // What cannot be opened is said as what cannot be read.
  const open = (path: string) => readFile(path, 'utf8').catch(() => '')
  const handed = { ...given, proof: await open(file), bars: bars === undefined ? undefined : await open(bars) }
  const { ok, title, meaning, facts, open: left } = await reportOn(handed, known, kept ? undefined : now)
  print(`${ok ? '✓' : '✗'} ${title}. ${meaning}`)
  for (const { label, value } of facts) print(`  ${label.padEnd(18)} ${value}`)
  for (const each of left) print(`  – ${each}`)
  return ok
}
