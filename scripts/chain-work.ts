import { openAddressBook } from '@ingot/chain/address-book'
import { connectBatchingNode } from '@ingot/chain/batching-node'
import { readDeployed } from '@ingot/chain/deployed'
import { watchDeposits } from '@ingot/chain/deposits/watch-deposits'
import { connectNode } from '@ingot/chain/node'
import { reconcile } from '@ingot/chain/reconciling/reconcile'
import { connect } from '@ingot/db/connect'

/** The rounds of the chain's worker, one by one, on a database and a node of the caller's choice. */
export const openChainWork = (addressesFile: string) => (databaseUrl: string, rpcUrl: string) => {
  const deployed = readDeployed(addressesFile)
  const db = connect(databaseUrl, { part: 'bench', max: 2 })
  const readBook = openAddressBook(db, deployed.addresses)
  const watcher = { db, node: connectNode(rpcUrl), deployed, readBook, firstBlock: 1n }
  const books = { db, node: connectBatchingNode(rpcUrl), deployed }
  return {
    watch: async () => {
      const { alarm } = await watchDeposits(watcher)
      if (alarm !== undefined) throw new Error(alarm)
    },
    reconcile: async () => {
      const run = await reconcile(books)
      if (!run || run.problem !== undefined || run.differences.length > 0) throw new Error('it does not agree')
    },
    close: () => db.destroy(),
  }
}
