import { databaseProblem, listenersProblem } from '@ingot/db/outside'
import { ProblemForPeople } from '@ingot/db/problem'

/** What every process and command of the chain is told. */
export type ChainConfig = {
  databaseUrl: string
  rpcUrl: string
  addressesFile: string
  logLevel: string
  /** Where deposits are read from at the very first start. */
  firstBlock: bigint | undefined
}

export function readChainConfig(environment: Record<string, string | undefined>): ChainConfig {
  const problems: string[] = []

  function read(name: string, what: string, fits: (text: string) => boolean): string {
    const text = environment[name] ?? ''
    if (!fits(text)) problems.push(`${name} must be ${what}`)
    return text
  }

  const firstBlock = read('CHAIN_FIRST_BLOCK', 'the number of a block', (text) => /^\d{0,15}$/.test(text))
  const config = {
    databaseUrl: read('DATABASE_URL', 'a postgres:// address', (text) => /^postgres(ql)?:\/\//.test(text)),
    rpcUrl: read('CHAIN_RPC_URL', 'the http(s) address of a node', (text) => /^https?:\/\//.test(text)),
    addressesFile: read('CHAIN_ADDRESSES', 'the path of the addresses file', (text) => text !== ''),
    logLevel: environment.LOG_LEVEL || 'info',
    firstBlock: firstBlock === '' ? undefined : BigInt(/^\d+$/.test(firstBlock) ? firstBlock : 0),
  }
  if (environment.NODE_ENV === 'production' && problems.length === 0) {
    const [database, node] = [databaseProblem(config.databaseUrl), listenersProblem(config.rpcUrl)]
    if (database) problems.push(`DATABASE_URL ${database}`)
    if (node) problems.push(`CHAIN_RPC_URL ${node}`)
  }
  if (problems.length > 0) throw new ProblemForPeople(`The configuration is not right: ${problems.join('; ')}.`)
  return config
}
