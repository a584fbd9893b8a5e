import { ProblemForPeople } from '@ingot/db/problem'

/** What every process and command of the chain is told. */
export type ChainConfig = { databaseUrl: string; rpcUrl: string; addressesFile: string; logLevel: string }

export function readChainConfig(environment: Record<string, string | undefined>): ChainConfig {
  const problems: string[] = []

  function read(name: string, what: string, fits: (text: string) => boolean): string {
    const text = environment[name] ?? ''
    if (!fits(text)) problems.push(`${name} must be ${what}`)
    return text
  }

  const config = {
    databaseUrl: read('DATABASE_URL', 'a postgres:// address', (text) => /^postgres(ql)?:\/\//.test(text)),
    rpcUrl: read('CHAIN_RPC_URL', 'the http(s) address of a node', (text) => /^https?:\/\//.test(text)),
    addressesFile: read('CHAIN_ADDRESSES', 'the path of the addresses file', (text) => text !== ''),
    logLevel: environment.LOG_LEVEL || 'info',
  }
  if (problems.length > 0) throw new ProblemForPeople(`The configuration is not right: ${problems.join('; ')}.`)
  return config
}
