import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { bankOf } from '@ingot/api/bank/bank'
import { openFile, sendIn } from '@ingot/api/bank/exporting'
import { followBank } from '@ingot/api/bank/following'
import { readFiles } from '@ingot/api/bank/payment-store'
import { withOwn } from '@ingot/api/bank/returning'
import { upload } from '@ingot/api/bank/uploading'
import type { Person } from '@ingot/api/bind'
import { Failure } from '@ingot/api/failure'
import type { ApiDeps } from '@ingot/api/feature'
import { bankPartsOf } from '@ingot/api/features'
import { bankAccountsOf } from '@ingot/api/features/bank-accounts/bank-accounts'
import { bankAccountQueue } from '@ingot/api/features/bank-accounts/queues'
import { addAccount, listOwn } from '@ingot/api/features/bank-accounts/service'
import { demoPeople } from '@ingot/api/features/identity/demo-people'
import { identityOf } from '@ingot/api/features/identity/identity'
import { findByIdentifier } from '@ingot/api/features/identity/store'
import { payoutsOf } from '@ingot/api/features/payouts/payouts'
import { payoutQueues } from '@ingot/api/features/payouts/queues'
import { quoteFor, requestPayout } from '@ingot/api/features/payouts/requesting'
import { bookRemittances } from '@ingot/api/features/remittances/running'
import type { Queue } from '@ingot/api/queue'
import { inTransaction } from '@ingot/db/transaction'
import { payoutThing } from '@ingot/endpoints/bank'
import { listBankAccounts } from '@ingot/endpoints/bank-accounts'
import { listPayouts } from '@ingot/endpoints/payouts'
import { announceRemittance, listRemittances } from '@ingot/endpoints/remittances'
import { sendUpload } from '@ingot/endpoints/uploads'
import { writeAudit } from '@ingot/ledger/audit'
import { parseAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { sandboxClient } from '@ingot/sandbox/client'
import type { Customer } from './front-door.ts'
import { samplePaper } from './sample-paper.ts'
import { type Surroundings, withServices } from './seed-services.ts'
import type { StoryClock } from './story-clock.ts'

// No two sums are alike: by them each step knows whether it was done before.

const { customer: demo, operator, second } = demoPeople

/** The name under which the seed has everybody verified, and a number that is kept for examples. */
const own = { name: 'Demo Customer', account: 'GB33BUKB20201555555555', bic: 'BUKBGB22XXX' }
const sums = { booked: '1000.00', waiting: '750.00', unmatched: '400.00', strangers: '1250.00' }
const payouts = { paid: '300', open: '150' }

const isSame = (asset: Asset, one: string, other: string): boolean =>
  parseAmount(asset, one).units === parseAmount(asset, other).units

const patience = 30_000
const pause = 100

type World = Surroundings & { sandbox: string; clock: StoryClock }

const nowhere = { address: '127.0.0.1', agent: '' }

const personOf = async ({ db }: ApiDeps, { email, username }: { email: string; username: string }): Promise<Person> => {
  const row = await findByIdentifier(db, email)
  if (!row) throw new Error(`there is nobody by ${email}`)
  const nobody = { session: '', role: 'customer', pinSet: true, twoFactorOn: false } as const
  return { ...nobody, id: row.id, username, kycStatus: 'Verified', residence: null, roles: [] }
}

/** What asks for PIN and 2FA is done by the service: the demo customer has no 2FA yet. Under its name it is done once. */
const askedAs = (caller: string, endpoint: string, name: string) => {
  const key = `demonstration-${name}`
  const operation = { caller, endpoint, key, requestHash: createHash('sha256').update(key).digest() }
  return { from: nowhere, operation, useGrants: async () => undefined }
}

/** As an operator does it at the desk, alone and with a reason. */
const decide = async (
  deps: ApiDeps,
  queue: Queue | undefined,
  { action, thing }: { action: string; thing: string },
) => {
  const { id } = await personOf(deps, second)
  const [by, reason] = [{ operator: id, at: deps.now() }, 'Part of the demonstration']
  const act = queue?.decisions?.[action]
  if (!act) throw new Error(`nobody can ${action}`)
  await inTransaction(deps.db, async (tx) => {
    const { customer } = await act(tx, thing, reason, by)
    await writeAudit(tx, { ...by, action, customer: customer ?? undefined, thing, reason })
  })
}

/** What the worker does, at once: whoever of the two is first, it is done once. */
const follow = (world: World) =>
  withServices(world, world.clock, async (deps) => {
    await followBank(bankOf(deps), bankPartsOf(deps))()
    await bookRemittances(deps)
  })

const comes = async (world: World, what: string, holds: () => Promise<boolean>) => {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(pause)) {
    // The worker may have moved the same file a moment before.
    await follow(world).catch(() => undefined)
    if (await holds()) return
  }
  throw new Error(`${what} did not come about`)
}

/** A transfer to the house, unless it was made before, and the statement that tells of it. */
const sendMoney = async (
  { sandbox }: World,
  amount: string,
  wish: { name: string; account: string; reference?: string; text?: string },
) => {
  const { bank } = sandboxClient(sandbox)
  const made = (await bank.movements()).find((each) => each.direction === 'in' && each.amount === amount)
  if (!made) await bank.send({ bic: own.bic, amount, ...wish })
  if (made?.state !== 'booked') await bank.close()
}

/** Adds the account with its proof, and Compliance verifies it. */
const addOwnAccount = async (world: World, { call }: Customer) => {
  const { accounts } = (await call(listBankAccounts)).data
  if (accounts.length === 0) {
    const body = new FormData()
    body.set('kind', 'bank-statement')
    body.set(
      'file',
      new File([samplePaper(['Example Bank', 'Statement of account', own.name, own.account])], 'statement.pdf'),
    )
    const { id } = (await call(sendUpload, { body })).data
    await withServices(world, world.clock, async (deps) => {
      const person = await personOf(deps, demo)
      const given = {
        holder: own.name,
        account: { iban: own.account },
        proof: { kind: 'statement', upload: id },
      } as const
      await addAccount(bankAccountsOf(deps), person, given, askedAs(person.id, 'addBankAccount', 'bank-account'))
    })
  }
  const [account] = (await call(listBankAccounts)).data.accounts
  if (account?.state === 'Pending')
    await withServices(world, world.clock, (deps) =>
      decide(deps, bankAccountQueue(bankAccountsOf(deps)), { action: 'verify-bank-account', thing: account.id }),
    )
}

const accountOf = async ({ call }: Customer): Promise<string> => {
  const [account] = (await call(listBankAccounts)).data.accounts
  if (!account) throw new Error('the demo customer has no bank account')
  return account.id
}

const announced = async ({ call }: Customer, amount: string) =>
  (await call(listRemittances)).data.find((each) => each.announced !== null && isSame('USD', each.announced, amount))

const announce = async (customer: Customer, amount: string) => {
  const before = await announced(customer, amount)
  if (before) return before
  const headers = { 'idempotency-key': `demonstration-${amount}` }
  return (await customer.call(announceRemittance, { body: { amount, account: await accountOf(customer) }, headers }))
    .data
}

/** Dollars that came as they were announced, and are gold by now. */
const remit = async (world: World, customer: Customer) => {
  const { state, instructions } = await announce(customer, sums.booked)
  if (state === 'Announced') await sendMoney(world, sums.booked, { ...own, reference: instructions?.reference ?? '' })
  await comes(world, 'a booked remittance', async () => (await announced(customer, sums.booked))?.state === 'Booked')
}

const requested = async ({ call }: Customer, amount: string) =>
  (await call(listPayouts)).data.find((each) => isSame('USDT', each.amount, amount))

/** By its name it is done once. Says whether there is an account that it can go to. */
const request = (world: World, amount: string): Promise<boolean> =>
  withServices(world, world.clock, async (deps) => {
    const [using, person] = [payoutsOf(deps), await personOf(deps, demo)]
    const [account] = (await listOwn(bankAccountsOf(deps), person)).accounts
    if (!account) return false
    const { receive } = await quoteFor(using, { asset: 'USDT', amount })
    const wanted = { asset: 'USDT', amount, account: account.id, receive } as const
    const asked = askedAs(person.id, 'requestPayout', `payout-${amount}`)
    await requestPayout(using, wanted, { customer: person.id, ...asked })
    return true
  })

/** Puts what is ready into a file, and gives each file to the bank that it has not taken yet. */
const sendFiles = (world: World) =>
  withServices(world, world.clock, async (deps) => {
    const { house, ...bank } = bankOf(deps)
    if (!house) throw new Error('there is no bank')
    const person = await personOf(deps, operator)
    const using = { bank: { ...bank, house }, parts: withOwn(bankPartsOf(deps)) }
    const files = await readFiles(deps.db, { before: undefined, limit: 1 })
    if (files.length === 0)
      await inTransaction(deps.db, (tx) =>
        sendIn(tx, using, { operator: person.id, reason: 'Part of the demonstration' }),
      )
    const [file] = await readFiles(deps.db, { before: undefined, limit: 1 })
    const { bytes } = await openFile({ ...bank, house }, person, file?.id ?? '')
    const outside = sandboxClient(world.sandbox).bank
    const isKnown = (await outside.movements()).some(({ direction }) => direction === 'out')
    if (!isKnown) await outside.pay(new TextDecoder().decode(bytes))
    await outside.close()
  })

/** Dollar tokens that were paid out: asked for, approved, sent and seen on a statement. */
const payOut = async (world: World, customer: Customer) => {
  await request(world, payouts.paid)
  const payout = await requested(customer, payouts.paid)
  if (payout?.state === 'Requested')
    await withServices(world, world.clock, (deps) =>
      decide(deps, payoutQueues(payoutsOf(deps))[0], { action: 'approve-payout-alone', thing: payoutThing(payout.id) }),
    )
  if (payout?.state !== 'Paid') await sendFiles(world)
  await comes(world, 'a payout', async () => (await requested(customer, payouts.paid))?.state === 'Paid')
}

/** What somebody still has to do: an announcement, and dollars that came without its reference. */
const leaveOpen = async (world: World, customer: Customer) => {
  await announce(customer, sums.waiting)
  await sendMoney(world, sums.unmatched, { ...own, text: 'savings' })
  // The worker may do it first, and takes its time.
  await follow(world).catch(() => undefined)
}

/** What happens at the bank on days of the story. Each step looks before it acts. */
export const bankStory = (world: World) => ({
  addAccount: (customer: Customer) => addOwnAccount(world, customer),
  remit: (customer: Customer) => remit(world, customer),
  payOut: (customer: Customer) => payOut(world, customer),
  leaveOpen: (customer: Customer) => leaveOpen(world, customer),
})

export type BankStory = ReturnType<typeof bankStory>

/**
 * What somebody looks at who comes today: a payout that nobody has approved, and a statement that nobody has confirmed. Neither
 * waits for long before it is old.
 */
export const leaveForToday = async (world: World) => {
  if (await request(world, payouts.open)) await bringStatement(world)
}

const bringStatement = async (world: World) => {
  const outside = sandboxClient(world.sandbox).bank
  const { sequence } = (await outside.statements()).find(({ isHeld }) => isHeld) ?? (await holdStatement(world))
  const file = new File([await outside.statement(sequence)], `camt053-${sequence}.xml`)
  await withServices(world, world.clock, async (deps) => {
    const person = await personOf(deps, operator)
    const brought = { file, reason: 'Fetched from the bank’s page' }
    await upload(bankOf(deps), identityOf(deps), person, brought, nowhere).catch((error) => {
      if (!(error instanceof Failure) || error.error !== 'StatementKnown') throw error
    })
  })
}

/** A day at the bank that its channel does not tell of. */
const holdStatement = async ({ sandbox }: World) => {
  const { bank } = sandboxClient(sandbox)
  const sender = { name: 'Northern Trading Ltd', account: 'GB82WEST12345698765432' }
  await bank.send({ ...sender, amount: sums.strangers, text: 'invoice 4711' })
  return bank.close({ hold: true })
}
