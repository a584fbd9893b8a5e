import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { hour } from '../identity/test-people.ts'
import { createHolders, someAddress } from './test-wallet.ts'

let holders: Awaited<ReturnType<typeof createHolders>>
beforeAll(async () => {
  holders = await createHolders()
})
afterAll(() => holders.close())

const waitingTime = policy.wallet.newAddressHours * hour

describe('the address book', () => {
  test('takes an address with PIN and 2FA, lets it wait, and tells its owner', async () => {
    const ina = await holders.newHolder('ina')
    const refused = await ina.client.post(
      '/addresses',
      { address: someAddress('bank'), label: 'Bank' },
      { 'idempotency-key': 'without-proof' },
    )
    expect(refused.body.error.name).toBe('StepUpRequired')
    const { body } = await holders.addAddress(ina, someAddress('bank'), 'Bank')
    const usableFrom = new Date(holders.now().getTime() + waitingTime).toISOString()
    expect(body.data).toMatchObject({ address: someAddress('bank'), label: 'Bank', state: 'waiting', usableFrom })
    expect((await holders.addAddress(ina, someAddress('bank'), 'My bank')).body.data).toMatchObject({
      id: body.data.id,
      label: 'My bank',
      usableFrom,
    })
    const mail = await holders.mailTo(ina.email)
    expect(mail.subject).toBe('A new address was added to your address book')
    const token = mail.tokenOf('/cancel-address')
    expect((await holders.newClient().post('/cancel-address', { token })).status).toBe(200)
    expect((await ina.client.get('/addresses')).body.data).toEqual([])
    expect(await holders.activityOf(ina.client)).toEqual(expect.arrayContaining(['address-added', 'address-removed']))
  })

  test('refuses what nothing can be sent to, and the wallet of a customer', async () => {
    const jens = await holders.newHolder('jens')
    const other = await holders.newHolder('jutta')
    const reasonOf = async (address: string) => (await holders.addAddress(jens, address)).body.error.details.reason
    expect(await reasonOf(jens.address)).toBe('own')
    expect(await reasonOf(other.address)).toBe('customer')
    expect(await reasonOf(holders.contracts.treasury)).toBe('house')
    expect(await reasonOf('jutta')).toBe('address')
  })

  test('calls off what waits for an address that is removed', async () => {
    const karl = await holders.newHolder('karl', { USDT: '100' })
    const other = await holders.newHolder('karin')
    const { id } = (await holders.send(karl, 'USDT', { receiver: someAddress('gone'), amount: '10' })).body.data
    const [saved] = (await karl.client.get('/addresses')).body.data
    expect((await other.client.send('DELETE', `/addresses/${saved.id}`)).status).toBe(404)
    expect((await karl.client.send('DELETE', `/addresses/${saved.id}`)).status).toBe(200)
    const endedAt = holders.now().toISOString()
    expect((await karl.client.get('/get-all-transfer')).body.data).toMatchObject([
      { id, state: 'cancelled', endedAt, endReason: 'address-removed' },
    ])
    expect(await holders.balancesOf(karl, 'USDT')).toEqual({ available: '100', held: '0' })
    expect((await karl.client.send('DELETE', `/addresses/${saved.id}`)).status).toBe(404)
  })

  test('is full some day', async () => {
    const lena = await holders.newHolder('lena', { USDT: '100' })
    await sql`
      insert into wallet_outside_addresses (customer, address, label, added_at, usable_from)
      select ${lena.id}, '0x' || lpad(to_hex(n), 40, '0'), '', now(), now()
      from generate_series(1, ${policy.wallet.addressesMost}::int) n`.execute(holders.db)
    expect((await holders.addAddress(lena, someAddress('one more'))).body.error.name).toBe('AddressBookFull')
    const sent = await holders.send(lena, 'USDT', { receiver: someAddress('one more'), amount: '10' })
    expect(sent.body.error.name).toBe('AddressBookFull')
  })
})
