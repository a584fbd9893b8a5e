import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { version } from '@ingot/api/version'
import { accountStatements } from '@ingot/bench/account-statements'
import type { Bench } from '@ingot/bench/bench'
import { cluster } from '@ingot/bench/cluster'
import { operatorConsole } from '@ingot/bench/console'
import { documents } from '@ingot/bench/documents'
import { history } from '@ingot/bench/history'
import { holdings } from '@ingot/bench/holdings'
import { http } from '@ingot/bench/http'
import { kycPoll } from '@ingot/bench/kyc-poll'
import { ledger } from '@ingot/bench/ledger'
import { network } from '@ingot/bench/network'
import { plans } from '@ingot/bench/plans'
import { poll } from '@ingot/bench/poll'
import { reserves } from '@ingot/bench/reserves'
import { settle } from '@ingot/bench/settle'
import { staking } from '@ingot/bench/staking'
import { statements } from '@ingot/bench/statements'
import { trade } from '@ingot/bench/trade'
import { watch } from '@ingot/bench/watch'
import { web } from '@ingot/bench/web'
import { ProblemForPeople } from '@ingot/db/problem'
import type { Proof } from '@ingot/proof/shapes'
import { openChainWork } from './chain-work.ts'
import { measureCheckOnPhone } from './check-on-phone.ts'
import { findChromium } from './chromium.ts'
import { openTrader, personOf } from './cluster-load.ts'
import { waitForSecondNode } from './cluster-nodes.ts'
import { measureRouteChange } from './route-change.ts'
import { root } from './stack.ts'
import { startCluster } from './start-cluster.ts'
import { startTemporaryStack } from './temporary-stack.ts'
import { runCommand, step } from './terminal.ts'

const benches: Record<string, Bench> = {
  ...{ 'account-statements': accountStatements, 'kyc-poll': kycPoll, console: operatorConsole },
  ...{
    documents,
    history,
    holdings,
    http,
    ledger,
    network,
    plans,
    poll,
    reserves,
    settle,
    staking,
    statements,
    trade,
    watch,
    web,
  },
}

const measureOnStack = async (bench: Bench) => {
  const stack = await startTemporaryStack(step)
  const { portal, sandbox, databaseUrl, ownerUrl, chain } = stack
  const routeChange = () => measureRouteChange({ portal, sandbox, database: databaseUrl }, findChromium())
  const tools = {
    ...{ root, portal, sandbox, databaseUrl, ownerUrl, chain, routeChange },
    openChainWork: openChainWork(chain.CHAIN_ADDRESSES ?? ''),
    chromium: findChromium,
    checkOnPhone: (proof: Proof, keys: string[]) => measureCheckOnPhone(proof, keys, findChromium()),
    say: step,
  }
  return bench(tools).finally(stack.stop)
}

const measureCluster = async () => {
  const opened = await startCluster({ onProgress: step })
  try {
    const { portal, apis, sandbox, urls, parts, database } = opened
    const giver = personOf('giver')
    await openTrader({ portal, sandbox }, giver, '200000')
    await Promise.all([parts.get('chain1')?.stop(), parts.get('chain2')?.stop()])
    const waitForReplicas = (wanted: boolean) => waitForSecondNode(database.nodes, urls.superuser, wanted)
    return await cluster(
      { portal, apis, sandbox, databaseUrl: urls.database, giver: giver.username, waitForReplicas },
      step,
    )
  } finally {
    await opened.stop()
  }
}

await runCommand(async () => {
  const name = process.argv[2] ?? ''
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
  if (!bench && name !== 'cluster')
    throw new ProblemForPeople(`Usage: npm run bench -- ${[...Object.keys(benches), 'cluster'].join(' | ')}`)
  const measured = await (bench ? measureOnStack(bench) : measureCluster())
  const [cpu] = cpus()
  const machine = {
    platform: process.platform,
    arch: process.arch,
    cpu: cpu?.model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  }
  const result = {
    name,
    at: new Date().toISOString(),
    machine,
    versions: { ingot: version, node: process.version },
    ...measured,
  }
  const folder = join(root, 'bench/results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  const { value, unit, aim, ok } = measured
  console.log(`${name}: ${Number(value.toFixed(2))} ${unit}, aim ${aim}, ${ok ? 'ok' : 'short'}`)
  process.exit(0)
})
