import { connect } from '@ingot/db/connect'
import { asOwner, createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { customerAccount, houseAccount } from './account.ts'
import { placeHold, postHold } from './hold.ts'
import { move, post, postTogether, reverse } from './post.ts'

const cause = (reference: string) => ({ reference, causedBy: 'test' })
export const deposit = (n: number) => ({
  ...cause(`deposit-${n}`),
  kind: 'deposit',
  moves: [
    move(amountOf('USDT', 100n), {
      from: houseAccount('USDT', 'outside'),
      to: customerAccount(`c${n % 7}`, 'USDT', 'available'),
    }),
  ],
})

const guardedTables = [
  'ledger_accounts',
  'ledger_entries',
  'ledger_moves',
  'ledger_lines',
  'ledger_balances',
  'ledger_seals',
  'ledger_checkpoints',
  'ledger_hold_ends',
  'audit_lines',
]

/** For tests: a ledger with deposits, a reversal and holds in it, and somebody who has the database in hand. */
export const openFilledLedger = async () => {
  const url = await createTestDatabase()
  const db = connect(url, { part: 'test' })
  const owner = connect(asOwner(url), { part: 'test', max: 1 })
  await inTransaction(db, (tx) =>
    postTogether(
      tx,
      Array.from({ length: 30 }, (_, n) => deposit(n)),
    ),
  )
  await inTransaction(db, async (tx) => {
    const { entry } = await post(tx, deposit(30))
    await reverse(tx, entry, cause('reversal'))
    const hold = await placeHold(tx, {
      customer: 'c1',
      amount: amountOf('USDT', 60n),
      expiresAt: new Date(),
      ...cause('hold-1'),
    })
    await postHold(tx, hold.id, {
      amount: amountOf('USDT', 10n),
      to: houseAccount('USDT', 'outside'),
      ...cause('hold-1-end'),
    })
    await placeHold(tx, { customer: 'c2', amount: amountOf('USDT', 60n), expiresAt: new Date(), ...cause('hold-2') })
  })
  return {
    db,
    owner,
    /** As its owner, past the triggers and the foreign keys. */
    tamper: async (statement: string) => {
      for (const table of guardedTables) await sql.raw(`alter table ${table} disable trigger user`).execute(owner)
      await sql.raw(statement).execute(owner)
    },
    close: () => Promise.all([db.destroy(), owner.destroy()]),
  }
}
