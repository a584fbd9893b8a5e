import { connect, type Db, waitUntilReachable } from '@ingot/db/connect'
import { refuseDemonstration } from '@ingot/db/demonstration'
import { startHeartbeat } from '@ingot/db/heartbeat'
import { lead } from '@ingot/db/lease'
import { createLog } from '@ingot/db/log'
import { ProblemForPeople } from '@ingot/db/problem'
import { runProcess } from '@ingot/db/process'
import { refusePower } from '@ingot/db/running-role'
import { reconcileSeconds } from '@ingot/ledger/chain-health'
import { openAddressBook } from './address-book.ts'
import { createAnchorer } from './anchoring/anchor.ts'
import { connectBatchingNode } from './batching-node.ts'
import { readChainConfig } from './config.ts'
import { type Deployed, readDeployed } from './deployed.ts'
import { watchDeposits } from './deposits/watch-deposits.ts'
import { claimChain } from './identity.ts'
import { noteAttested } from './issuing/attested.ts'
import { startLoop } from './loop.ts'
import { connectNode, type Node } from './node.ts'
import { reconcile } from './reconciling/reconcile.ts'
import { createSettler } from './settling/settler.ts'
import { findSigner, readSigner } from './signer.ts'

const settlePauseSeconds = 0.25
const watchPauseSeconds = 0.5
const anchorPauseSeconds = 2

/** The node may come later than we do; another chain than ours never becomes the right one. */
function claimOnce(db: Db, node: Node, deployed: Deployed): () => Promise<void> {
  let claim: Promise<void> | undefined
  return () => {
    claim ??= claimChain(db, node, deployed).catch((error) => {
      if (error instanceof ProblemForPeople) {
        console.error(error.message)
        process.exit(1)
      }
      claim = undefined
      throw error
    })
    return claim
  }
}

await runProcess(async () => {
  const config = readChainConfig(process.env)
  const log = createLog('chain', config.logLevel)
  const signer = await readSigner(process.env, 'SETTLER')
  const anchorer = await findSigner(process.env, 'ANCHORER')
  const deployed = readDeployed(config.addressesFile)
  const db = connect(config.databaseUrl, {
    part: 'chain',
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  await waitUntilReachable(db)
  await refusePower(db, process.env.NODE_ENV)
  await refuseDemonstration(db, process.env.NODE_ENV)
  const node = connectNode(config.rpcUrl)
  const claimed = claimOnce(db, node, deployed)
  const batching = connectBatchingNode(config.rpcUrl)
  /** One process does it at a time, so each begins with what it knows anew. */
  const loop = (what: string, pauseSeconds: number, open: (db: Db) => () => Promise<boolean>) =>
    lead({
      ...{ db, name: `chain: ${what}`, log },
      start: (fenced) => {
        const work = open(fenced)
        return startLoop({
          work: async () => {
            await claimed()
            return work()
          },
          pauseSeconds,
          onProblem: (error) => log.warn({ err: error }, `a round of ${what} ended early`),
        })
      },
    })
  const loops = [
    loop('settling', settlePauseSeconds, (own) => {
      const settle = createSettler({ db: own, node, signer, deployed })
      return async () => {
        await settle()
        return false
      }
    }),
    loop('watching', watchPauseSeconds, (own) => {
      const readBook = openAddressBook(own, deployed.addresses)
      const { firstBlock } = config
      const watch = { db: own, node, deployed, readBook, ...(firstBlock !== undefined && { firstBlock }) }
      return async () => {
        const { more, alarm } = await watchDeposits(watch)
        if (alarm !== undefined) log.error({ alarm }, 'deposits are not read')
        return more
      }
    }),
    loop('reconciling', reconcileSeconds, (own) => async () => {
      await reconcile({ db: own, node: batching, deployed })
      return false
    }),
    loop('anchoring', anchorPauseSeconds, (own) => {
      const anchor = createAnchorer({ db: own, node, deployed, signer: anchorer })
      return async () => {
        await anchor()
        return false
      }
    }),
    loop('looking at the reserve', reconcileSeconds, (own) => async () => {
      await noteAttested({ db: own, node: batching, deployed })
      return false
    }),
  ]
  const heartbeat = await startHeartbeat(db, 'chain', log)
  log.info({ settler: signer.address }, 'following the chain')
  return {
    stop: async () => {
      await Promise.all(loops.map(({ stop }) => stop()))
      await heartbeat.stop()
      await db.destroy()
      log.flush()
    },
  }
})
