import { ProblemForPeople } from '@ingot/db/problem'
import { type Chaos, isInTime, isSound, planOf, runChaos, tableOf } from './cluster-chaos.ts'
import type { FaultName } from './cluster-faults.ts'
import { findPrograms } from './cluster-packages.ts'
import { restoreCluster, restoredWell, restoreLines } from './cluster-restore.ts'
import { runUpgrade, upgradedWell, upgradeLines } from './cluster-upgrade.ts'
import { type Cluster, startCluster } from './start-cluster.ts'
import { askedToStop, printAddresses, runCommand, step } from './terminal.ts'
import { buildWeb } from './web-build.ts'

const usage =
  'Usage: npm run cluster, npm run cluster -- chaos [20], npm run cluster -- upgrade, npm run cluster -- restore'

const look = async () => {
  const web = await buildWeb(step)
  const stopRequest = askedToStop()
  const cluster = await startCluster({ web, onProgress: step })
  const { portal, sandbox, urls, folder } = cluster
  printAddresses({
    Portal: portal,
    Sandbox: sandbox,
    Primary: urls.database,
    Replicas: urls.replicas,
    Pooler: urls.pooler,
    Folder: folder,
  })
  const problem = await Promise.race([stopRequest, cluster.isBroken])
  step('stopping …')
  await cluster.stop()
  step('stopped')
  if (problem) throw problem
}

/** Starts it, does something with it, and ends it however that ends. */
const withCluster = async <T extends object>(work: (cluster: Cluster) => Promise<T>): Promise<T> => {
  const stopRequest = askedToStop()
  const cluster = await startCluster({ onProgress: step })
  const outcome = await Promise.race([work(cluster), stopRequest, cluster.isBroken]).catch((error: Error) => error)
  await cluster.stop()
  if (!outcome || outcome instanceof Error) throw outcome ?? new ProblemForPeople('It was stopped before its end.')
  return outcome
}

/** Makes the faults, and has it judged. */
const underFaults = async (planFor: (cluster: Cluster) => readonly FaultName[]): Promise<Chaos> => {
  const outcome = await withCluster((cluster) => runChaos(cluster, planFor(cluster), step))
  console.log(`\n${tableOf(outcome).join('\n')}`)
  return outcome
}

const restore = async () => {
  const outcome = await withCluster((cluster) => restoreCluster(cluster, step))
  console.log(`\n${restoreLines(outcome).join('\n')}`)
  if (!restoredWell(outcome)) process.exit(1)
}

const upgrade = async () => {
  const outcome = await withCluster((cluster) => runUpgrade(cluster, step))
  console.log(`\n${upgradeLines(outcome).join('\n')}`)
  if (!upgradedWell(outcome)) process.exit(1)
}

const chaos = async (given = '20') => {
  const deaths = Number(given)
  if (!(Number.isInteger(deaths) && deaths > 0)) throw new ProblemForPeople(usage)
  const outcome = await underFaults(({ database }) => {
    if (!database.cut) step('no network is cut: that needs root, iproute2, and a machine that gives networks')
    return planOf(deaths, database.cut ? [] : ['cut'])
  })
  if (!(isInTime(outcome.rounds) && isSound(outcome))) process.exit(1)
}

/** The short part that `npm test` has of it. How long it takes is for chaos: a busy machine proves nothing about time. */
const test = async () => {
  if (!isSound(await underFaults(() => ['postgres', 'switchover']))) process.exit(1)
}

await runCommand(async () => {
  const [command = '', parameter] = process.argv.slice(2)
  const commands: Record<string, () => Promise<void>> = {
    '': look,
    chaos: () => chaos(parameter),
    upgrade,
    restore,
    test,
  }
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) throw new ProblemForPeople(usage)
  findPrograms()
  await run()
  process.exit(0)
})
