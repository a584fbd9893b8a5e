import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import type { ApiDeps } from '../feature.ts'
import { receiptDocument } from '../features/wallet/receipt-document.ts'
import { receiptJobs } from '../features/wallet/receipt-jobs.ts'
import { createHolders, type Holder } from '../features/wallet/test-wallet.ts'
import { documentKinds } from '../features.ts'
import { createOneByOne } from '../one-by-one.ts'
import { createDocuments } from './documents.ts'
import { type Issuing, issueDocument } from './engine.ts'
import { documentJobs } from './jobs.ts'
import { createSetting } from './setting.ts'
import { noteKind, wish } from './test-kinds.ts'

/** For tests: a receipt of a customer, of nothing that ever moved. Gives its id. */
export const issueTestReceipt = async ({ db, kyc }: { db: Db; kyc: Issuing }, customer: string): Promise<string> => {
  const nothing = { paid: [], fees: [], received: [], price: null, pair: null, party: null, hash: null, entries: [] }
  const at = kyc.now().toISOString()
  const data = { ...nothing, holder: [], movement: '1', type: 'deposit', at, outcome: 'posted' as const }
  const wanted = { customer, subject: randomUUID(), data, ...wish }
  return (await inTransaction(db, (tx) => issueDocument(kyc, tx, receiptDocument, wanted))).id
}

/** For tests: customers with movements, and what makes their documents. */
export const createPapers = async () => {
  const holders = await createHolders()
  const { config, db, log, outbox, now, identity } = holders
  const deps: ApiDeps = { config, db, log, outbox, now, files: identity.files }
  // One thread with its fonts is enough for all of them.
  const [setting, oneByOne] = [createSetting(), createOneByOne(100)]
  const set: typeof setting = (...given) => oneByOne(() => setting(...given))
  /** As another process would have it. */
  const newProcess = () => ({ ...createDocuments({ ...deps }, [...documentKinds, noteKind]), set })
  const worker = await openTestWorker(holders.databaseUrl, [...documentJobs(newProcess()), ...receiptJobs(deps)])

  /** The id of a customer's newest movement. */
  const newestMovement = async ({ client }: Holder): Promise<string> => (await client.get('/movements')).body.data[0].id

  const askReceipt = async ({ client }: Holder, movement: string, more: object = {}) =>
    client.post('/documents/receipt', { movement, ...wish, ...more })

  /** A customer with one movement and its receipt. */
  const newReceipt = async (username: string) => {
    const holder = await holders.newHolder(username, { USDT: '1234.5' })
    const movement = await newestMovement(holder)
    const { data } = (await askReceipt(holder, movement)).body
    return { holder, movement, document: data as { id: string; number: string } }
  }

  const close = async () => {
    await worker.close()
    await holders.close()
  }
  return { ...holders, newProcess, strike: worker.strikeClock, newestMovement, askReceipt, newReceipt, close }
}
