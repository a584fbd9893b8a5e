import { connect, waitUntilReachable } from '@ingot/db/connect'
import { beat, heartbeatSeconds } from '@ingot/db/heartbeat'
import { createLog } from '@ingot/db/log'
import { runProcess } from '@ingot/db/process'
import { readChainConfig } from './config.ts'
import { readDeployed } from './deployed.ts'
import { claimChain } from './identity.ts'
import { startLoop } from './loop.ts'
import { connectNode } from './node.ts'
import { createSettler } from './settler.ts'
import { readSigner } from './signer.ts'

const settlePauseSeconds = 0.25

await runProcess(async () => {
  const config = readChainConfig(process.env)
  const log = createLog('chain', config.logLevel)
  const signer = await readSigner(process.env, 'SETTLER')
  const deployed = readDeployed(config.addressesFile)
  const db = connect(config.databaseUrl, {
    part: 'chain',
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  await waitUntilReachable(db)
  const node = connectNode(config.rpcUrl)
  await claimChain(db, node, deployed)

  const settle = createSettler({ db, node, signer, deployed })
  const loops = [
    startLoop({
      work: async () => {
        await settle()
        return false
      },
      pauseSeconds: settlePauseSeconds,
      onProblem: (error) => log.warn({ err: error }, 'a round of settling ended early'),
    }),
  ]
  const report = () => beat(db, 'chain').catch((error) => log.warn({ err: error }, 'heartbeat not written'))
  await report()
  const pulse = setInterval(report, heartbeatSeconds * 1000)
  log.info({ settler: signer.address }, 'following the chain')
  return {
    stop: async () => {
      clearInterval(pulse)
      await Promise.all(loops.map(({ stop }) => stop()))
      await db.destroy()
      log.flush()
    },
  }
})
