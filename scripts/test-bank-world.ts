import { randomUUID } from 'node:crypto'
import { createHouse } from '@ingot/api/features/holdings/test-holdings'
import { savePersonal } from '@ingot/api/features/kyc/store'
import { inTransaction } from '@ingot/db/transaction'
import { openTestBank } from '@ingot/sandbox/bank/test-bank'
import { makeDataFolder, removeDataFolder } from '@ingot/sandbox/test-sandbox'
import { sql } from 'kysely'
import { actingIn } from './test-acting.ts'
import { type ModelCustomer, perCent } from './test-bank-model.ts'
import type { BankRun } from './test-bank-worker.ts'
import { openMortals } from './test-mortal.ts'

/** Somebody who sends dollars and has them paid out, with the account that is used now. */
export type Remitter = {
  username: string
  first: string
  last: string
  account: string
  iban: string
  model: ModelCustomer
  code: () => string
}

/** An IBAN that fits. */
const ibanOf = (number: number): string => {
  const bban = `SAND${String(number).padStart(14, '0')}`
  const digits = [...`${bban}GB00`].map((sign) => String(Number.parseInt(sign, 36))).join('')
  const check = 98n - (BigInt(digits) % 97n)
  return `GB${String(check).padStart(2, '0')}${bban}`
}

const address = { address: '1 High Street', postalCode: 'AB1 2CD', city: 'London' }

export const centsText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/** For tests: customers and operators, the sandbox's bank with its channel, and processes that follow it and may be killed. */
export const openBankWorld = async () => {
  const folder = await makeDataFolder()
  let now = () => new Date('2026-11-02T09:00:00Z')
  const bank = await openTestBank(folder, null, () => now().getTime())
  const { iban, bic, holder } = await bank.bank.state()
  // The first statement tells what lay there before, and makes the folder.
  await bank.bank.close()
  const settings = {
    ...{ BANK_HOLDER: holder, BANK_NAME: 'Sandbox Bank', BANK_IBAN: iban, BANK_BIC: bic },
    ...{ BANK_ADDRESS: '1 Sandbox Street', BANK_INBOX: bank.inbox },
  }
  const house = await createHouse(settings)
  now = house.now
  const { db, kyc } = house
  const workers = openMortals<BankRun>('test-bank-worker.ts', { ...settings, DATABASE_URL: house.databaseUrl })
  let numbers = 0

  const { idOf, newOperator, signIn } = actingIn(house)

  /** A verified account of a customer that is old enough to be paid to. */
  const addAccount = async (customer: string, name: { first: string; last: string }) => {
    const [id, number] = [randomUUID(), ibanOf(++numbers)]
    const [namedAt, addedAt] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')]
    const personal = { firstName: name.first, middleName: '', lastName: name.last, country: 'GB', ...address }
    const holds = `${name.first} ${name.last}`
    const sealed = kyc.personalData.seal(id, 'bank-account', { customer, holder: holds, to: { iban: number } })
    await inTransaction(db, async (tx) => {
      await savePersonal(tx, customer, { sealed: kyc.personalData.seal(customer, 'personal', personal), at: namedAt })
      await sql`
        insert into bank_accounts (id, customer, state, sealed, digest, last_four, country, is_iban, score, named_at, added_at,
          verified_at)
        values (${id}, ${customer}, 'Verified', ${sealed}, ${kyc.personalData.digests('bank account', number)[0]},
          ${number.slice(-4)}, 'GB', true, 1000, ${namedAt}, ${addedAt}, ${addedAt})`.execute(tx)
    })
    return { account: id, iban: number }
  }

  const newRemitter = async (first: string, last: string, dollars: bigint): Promise<Remitter> => {
    const username = first.toLowerCase()
    const client = await house.newCustomer(username, { verified: true, pin: true })
    const { code } = await house.enrol(client)
    const id = await idOf(username)
    await house.give(id, 'USDT', String(dollars))
    const model: ModelCustomer = { id, usdt: dollars * 100n * perCent, debts: [], floor: undefined }
    return { username, first, last, code, model, ...(await addAccount(id, { first, last })) }
  }

  const close = async () => {
    await workers.close()
    await bank.stop()
    await house.close()
    await removeDataFolder(folder)
  }
  return { house, bank, workers, db, addAccount, newRemitter, newOperator, signIn, close }
}

export type BankWorld = Awaited<ReturnType<typeof openBankWorld>>
export type Acting = Awaited<ReturnType<BankWorld['signIn']>>
