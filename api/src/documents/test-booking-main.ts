import { connect } from '@ingot/db/connect'
import { createLog } from '@ingot/db/log'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { createLocalFiles } from '@ingot/providers/files/local'
import { readConfig } from '../config.ts'
import { createDocuments } from './documents.ts'
import { issueDocument } from './engine.ts'
import { fileOfDocument } from './making.ts'
import { noteKind, wish } from './test-kinds.ts'

/** For tests: books, issues a document of it and opens it, over and over, until it is killed. */

const config = readConfig(process.env)
const customer = process.env.TEST_CUSTOMER ?? ''
const db = connect(config.DATABASE_URL, { part: 'test' })
const log = createLog('test', 'silent')
const files = createLocalFiles(new URL(config.FILES_URL).pathname)
const outbox = { send: async () => undefined, sendAll: async () => undefined, close: async () => undefined }
const documents = createDocuments({ config, db, log, files, outbox, now: () => new Date() }, [noteKind])

const bookers = 6

const book = async (booker: number) => {
  for (let n = 0; ; n++) {
    const { id } = await inTransaction(db, async (tx) => {
      const account = customerAccount(customer, 'USDT', 'available')
      const { entry } = await post(tx, {
        reference: `booking ${process.pid} ${booker} ${n}`,
        kind: 'test',
        causedBy: 'test',
        moves: [move(parseAmount('USDT', '1'), { from: houseAccount('USDT', 'outside'), to: account })],
      })
      const data = { text: `booking ${n}` }
      return issueDocument(documents, tx, noteKind, { customer, subject: String(entry), data, ...wish })
    })
    process.send?.('booked')
    // Some only book, so that many do so at once.
    if (booker === 0) await fileOfDocument(documents, customer, id)
  }
}

await Promise.all(Array.from({ length: bookers }, (_, booker) => book(booker)))
