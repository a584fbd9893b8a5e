import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import type { BarSize } from '@ingot/endpoints/withdrawal-fields'
import { addDeliveryAddress, requestWithdrawal } from '@ingot/endpoints/withdrawals'
import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post } from '@ingot/ledger/post'
import { takeInBars } from '@ingot/ledger/vault'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import type { Person } from '../../bind.ts'
import { createHouse, saverCalls } from '../holdings/test-holdings.ts'
import { grant } from '../identity/step-up.ts'
import { type Client, goodPassword } from '../identity/test-people.ts'
import { kycOf } from '../kyc/kyc.ts'
import { savePersonal } from '../kyc/store.ts'
import { goodInfo } from '../kyc/test-kyc.ts'
import { hundredAGram } from '../trade/test-market.ts'

export type Taker = { id: string; username: string; email: string; client: Client; code: () => string }
type Endpoint = Parameters<typeof aimOf>[0]

const counter = '1 Counter Street, London'

export const someAddress = {
  ...{ name: 'Anna Taker', street: '5 Harbour Lane', city: 'Bristol', postalCode: 'BS1 4ST', country: 'GB' },
}

let serials = 0

/** For tests: a house with small bars in its vault, and people who take them out. */
export const createVaultHouse = async (env: Record<string, string> = {}) => {
  const house = await createHouse({ COUNTER_ADDRESS: counter, ...env })
  const { db, now, identity } = house
  const donor = randomUUID()
  await house.fillVault('100000')
  await house.fillTreasury('QMGT', '90000')

  /** Bars of a size, each with a serial of its own. */
  const addBars = (size: BarSize, count: number, fineness = '999.9') =>
    inTransaction(db, (tx) =>
      takeInBars(
        tx,
        Array.from({ length: count }, () => ({
          refiner: 'Valcambi',
          serial: `T${++serials}`,
          fineness,
          grossGrams: size,
          year: 2024,
        })),
        { causedBy: 'test' },
      ),
    )

  /** QMGT that somebody else has sent: it was not bought here, so it may leave at once. */
  const giveGold = async (customer: string, grams: string) => {
    await house.give(donor, 'QMGT', grams)
    const [from, to] = [customerAccount(donor, 'QMGT', 'available'), customerAccount(customer, 'QMGT', 'available')]
    const moves = [move(parseAmount('QMGT', grams), { from, to })]
    await inTransaction(db, (tx) =>
      post(tx, { reference: `test:${randomUUID()}`, kind: 'test', causedBy: 'test', moves }),
    )
  }

  /** Somebody verified, with a verified address, PIN, 2FA and something to give. */
  const newTaker = async (username: string, { QMGT = '1000', USDT = '10000' } = {}): Promise<Taker> => {
    const { id, client } = await house.newSaver(username, { USDT })
    const { code } = await house.enrol(client)
    const { personalData } = kycOf(house)
    await inTransaction(db, (tx) =>
      savePersonal(tx, id, { sealed: personalData.seal(id, 'personal', goodInfo), at: now() }),
    )
    if (QMGT !== '0') await giveGold(id, QMGT)
    return { id, username, email: `${username}@example.com`, client, code }
  }

  /** The same customer with what a page of savings does for him. */
  const saverOf = ({ client }: Taker) => saverCalls(client)

  /** As if PIN and 2FA had just been given for this operation. */
  const approve = async ({ client }: Taker, endpoint: Endpoint, key: string, body: object) => {
    const session = identity.tokens.session.read(client.state.jwt)?.sid ?? ''
    const aim = await aimOf(endpoint, key, { body })
    await inTransaction(db, async (tx) => {
      await grant(tx, identity, { session } as Person, aim, 'pin')
      await grant(tx, identity, { session } as Person, aim, '2fa')
    })
  }

  const offer = async ({ client }: Taker) => (await client.get('/withdrawals/offer')).body.data

  const choose = ({ client }: Taker, bars: Partial<Record<BarSize, number>>, more: object = {}) =>
    client.post('/withdrawals/choices', {
      bars: Object.entries(bars).map(([size, count]) => ({ size, count })),
      way: 'deliver',
      ...more,
    })
  const request = async (taker: Taker, choice: string, key: string = randomUUID()) => {
    await approve(taker, requestWithdrawal, key, { choice })
    return taker.client.post('/withdrawals', { choice }, { 'idempotency-key': key })
  }
  /** Chosen and asked for. */
  const requested = async (taker: Taker, bars: Partial<Record<BarSize, number>>, more: object = {}) => {
    const chosen = await choose(taker, bars, more)
    if (chosen.status !== 200) throw new Error(`a choice was refused: ${JSON.stringify(chosen.body)}`)
    const { status, body } = await request(taker, chosen.body.data.id)
    if (status !== 200) throw new Error(`a withdrawal was refused: ${JSON.stringify(body)}`)
    return body.data as { id: string; number: string; order: string; bars: { serial: string }[] }[]
  }
  const cancel = ({ client }: Taker, id: string, key: string = randomUUID()) =>
    client.post(`/withdrawals/${id}/cancel`, {}, { 'idempotency-key': key })
  const dispute = ({ client }: Taker, id: string, words = 'It never came to my door.', key: string = randomUUID()) =>
    client.post(`/withdrawals/${id}/dispute`, { words }, { 'idempotency-key': key })
  const read = async ({ client }: Taker, id: string) => (await client.get(`/withdrawals/${id}`)).body.data

  const addAddress = async (taker: Taker, address: object = someAddress, key: string = randomUUID()) => {
    await approve(taker, addDeliveryAddress, key, address)
    return taker.client.post('/withdrawals/addresses', address, { 'idempotency-key': key })
  }

  /** What lies in each of a customer's places. */
  const places = async ({ id }: Pick<Taker, 'id'>, asset: 'QMGT' | 'USDT' | 'USDAU' | 'GAE') => ({
    available: formatAmount(await balanceOf(db, customerAccount(id, asset, 'available'))),
    withdrawing: formatAmount(await balanceOf(db, customerAccount(id, asset, 'withdrawing'))),
  })

  /** Time passes, gold costs the same, and whoever is named signs in again. */
  const pass = async (milliseconds: number, ...takers: Taker[]) => {
    house.passTime(milliseconds)
    for (const taker of takers) {
      house.nextCode()
      taker.client = await house.signInAgain(taker.username, taker.code)
    }
    await house.setPrice(hundredAGram)
  }

  const keptBars = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from bar_reservations`.execute(db)
    return rows[0]?.count ?? 0
  }

  return {
    ...house,
    addBars,
    giveGold,
    newTaker,
    saverOf,
    approve,
    offer,
    choose,
    request,
    requested,
    cancel,
    dispute,
    read,
    addAddress,
    places,
    pass,
    keptBars,
    goodPassword,
  }
}
