import { randomUUID } from 'node:crypto'
import { withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVaultDesk } from './test-vault-desk.ts'
import type { Taker } from './test-withdrawals.ts'

// The vault's side: approved by one, packed by another, by the serials of the very bars.

let desk: Awaited<ReturnType<typeof createVaultDesk>>
let ann: Taker
beforeAll(async () => {
  desk = await createVaultDesk()
  await desk.addBars('10', 60)
  await desk.addBars('5', 10)
  ann = await desk.newTaker('ann')
})
afterAll(() => desk.close())

const stateOf = async (id: string) => (await desk.read(ann, id)).state
const auditOf = async (id: string) => {
  const { rows } = await sql<{ action: string; operator: string }>`
    select action, operator from audit_lines where thing = ${withdrawalThing(id)} order by number`.execute(desk.db)
  return rows
}
const barsIn = async () => {
  const { rows } = await sql<{ grams: string }>`
    select coalesce(sum(fine_units), 0) as grams from vault_bars b
    where not exists (select from vault_departures d where d.bar = b.id)`.execute(desk.db)
  return BigInt(rows[0]?.grams ?? 0)
}

test('one approves it and another packs it: the grams are burnt, the bar has left, and all of it is written down', async () => {
  const before = { gold: await desk.places(ann, 'QMGT'), vault: await barsIn() }
  const { id, number, serials } = await desk.requestOne(ann)
  const queued = async () =>
    (await desk.packer.client.get('/operator/queues/withdrawals')).body.data.find(
      (each: { id: string }) => each.id === withdrawalThing(id),
    )
  expect(await queued()).toMatchObject({ state: 'Requested', title: '1 × 10 g for 9.999000 QMGT' })
  expect((await desk.decideAlone(desk.approver, 'approve-withdrawal', id)).status).toBe(200)
  expect(await queued()).toMatchObject({ state: 'To be packed', choices: [{ action: 'refuse-withdrawal' }] })
  expect(await desk.look(desk.approver, id)).toMatchObject({ approvedBy: 'approver', isApprovedByMe: true })
  const { status, body } = await desk.pack(desk.packer, id, serials)
  expect([status, body.data?.state]).toEqual([200, 'Packed'])
  expect((await desk.places(ann, 'QMGT')).withdrawing).toBe(before.gold.withdrawing)
  expect((await desk.places(ann, 'USDT')).withdrawing).toBe('0')
  expect(before.vault - (await barsIn())).toBe(9_999_000_000_000_000_000n)
  const { body: left } = await desk.packer.client.get(`/operator/vault/bars?search=${serials[0]}&show=left`)
  expect(left.data[0]).toMatchObject({ serial: serials[0], takenTo: `Withdrawal ${number}` })
  expect(await desk.look(desk.packer, id)).toMatchObject({ state: 'Packed', packedBy: 'packer', isApprovedByMe: false })
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    'approve-withdrawal',
    'read-withdrawal-address',
    'pack-withdrawal',
    'read-withdrawal-address',
  ])
  expect(await verifyLedger(desk.db, undefined)).toMatchObject({ ok: true })
})

test('who approved it does not pack it, and the table holds that too', async () => {
  const { id, serials } = await desk.inState(ann, 'Approved')
  const { status, body } = await desk.pack(desk.approver, id, serials)
  expect([status, body.error.name]).toEqual([403, 'Forbidden'])
  expect(body.error.message).toBe('You have approved this withdrawal: another operator has to pack it.')
  expect(await stateOf(id)).toBe('Approved')
  await expect(
    sql`update withdrawals set packed_at = now(), packed_by = approved_by, packed_entry = 1, state = 'Packed'
      where id = ${id}`.execute(desk.db),
  ).rejects.toThrow('withdrawals_two_persons')
})

describe('serials', () => {
  const refused = async (id: string, serials: readonly string[]) => {
    const { body } = await desk.pack(desk.packer, id, serials)
    expect(body.error?.name).toBe('SerialsWrong')
    expect(await stateOf(id)).toBe('Approved')
    return body.error.message as string
  }

  test('are taken in whichever letters, and each wrong one is named', async () => {
    const { id, serials } = await desk.inState(ann, 'Approved', { 10: 2 })
    const [one = '', two = ''] = serials
    const other = await desk.inState(ann, 'Approved')
    const { body } = await desk.packer.client.get('/operator/vault/bars?show=in')
    const free = body.data.find((bar: { reservedFor: string | null }) => bar.reservedFor === null).serial
    expect(await refused(id, [one])).toBe(`${two} was not scanned.`)
    expect(await refused(id, [one, one, two])).toBe(`${one} was scanned twice.`)
    expect(await refused(id, [one, one])).toBe(`${two} was not scanned. ${one} was scanned twice.`)
    expect(await refused(id, [one, two, 'NOWHERE-1'])).toBe('NOWHERE-1 is not in the register.')
    expect(await refused(id, [one, free])).toBe(
      `${two} was not scanned. ${free} is in the register, but is not kept for this withdrawal.`,
    )
    expect(await refused(id, [one, other.serials[0] ?? ''])).toContain(
      `${other.serials[0]} is kept for withdrawal ${other.number}.`,
    )
    const gone = await desk.inState(ann, 'Packed')
    expect(await refused(id, [one, two, gone.serials[0] ?? ''])).toBe(`${gone.serials[0]} has left the vault.`)
    expect((await desk.pack(desk.packer, id, [two.toLowerCase(), ` ${one} `])).status).toBe(200)
  })

  test('that are none, or too many, are no call', async () => {
    const { id } = await desk.inState(ann, 'Approved')
    for (const serials of [[], ['\u0000'], ['x'.repeat(41)], Array.from({ length: 41 }, (_, n) => `S${n}`)])
      expect((await desk.pack(desk.packer, id, serials)).status).toBe(400)
  })
})

test('it takes the password and a code that was not used before', async () => {
  const { id, serials } = await desk.inState(ann, 'Approved')
  const proof = await desk.proofOf(desk.packer)
  const wrong = await desk.step(desk.packer, id, 'pack', { serials, ...proof, password: 'Wrong-password-1' })
  expect(wrong.body.error.name).toBe('PasswordIncorrect')
  const code = proof.inputCode === '000000' ? '000001' : '000000'
  const guessed = await desk.step(desk.packer, id, 'pack', { serials, ...proof, inputCode: code })
  expect(guessed.body.error.name).toBe('TwoFactorCodeIncorrect')
  expect(await stateOf(id)).toBe('Approved')
})

test('two who pack at once: one does; and the same call again is answered alike', async () => {
  const { id, serials } = await desk.inState(ann, 'Approved')
  const third = await desk.newOperator('third', ['Owner'])
  const answers = await Promise.all([desk.pack(desk.packer, id, serials), desk.pack(third, id, serials)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from vault_departures d join vault_bars b on b.id = d.bar
    where b.serial = ${serials[0]}`.execute(desk.db)
  expect(rows[0]?.count).toBe(1)

  const again = await desk.inState(ann, 'Approved')
  const [key, body] = [randomUUID(), { serials: again.serials, ...(await desk.proofOf(desk.packer)) }]
  const first = await desk.step(desk.packer, again.id, 'pack', body, key)
  const second = await desk.step(desk.packer, again.id, 'pack', body, key)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  expect((await auditOf(again.id)).filter(({ action }) => action === 'pack-withdrawal')).toHaveLength(1)
})

test('nothing leaves from an account that is frozen, held or not verified any more', async () => {
  const bob = await desk.newTaker('bob')
  const { id } = await desk.requestOne(bob)
  const saying = async () => (await desk.decideAlone(desk.approver, 'approve-withdrawal', id)).body.error?.message
  await sql`update customers set kyc_status = 'Pending' where id = ${bob.id}`.execute(desk.db)
  expect(await saying()).toContain('not verified any more')
  await sql`update customers set kyc_status = 'Verified', credentials_changed_at = ${desk.now()} where id = ${bob.id}`.execute(
    desk.db,
  )
  expect(await saying()).toContain('has just changed')
  await sql`update customers set credentials_changed_at = null where id = ${bob.id}`.execute(desk.db)
  const approved = await desk.inState(bob, 'Approved')
  await sql`
    insert into wallet_senders (customer, frozen_at) values (${bob.id}, ${desk.now()})
    on conflict (customer) do update set frozen_at = excluded.frozen_at`.execute(desk.db)
  expect(await saying()).toContain('is frozen')
  expect((await desk.pack(desk.packer, approved.id, approved.serials)).body.error.message).toContain('is frozen')
})

test('who reads where a parcel goes', async () => {
  const { id } = await desk.inState(ann, 'Approved')
  const told = await desk.look(desk.packer, id)
  expect(told.address).toMatchObject({ country: expect.any(String), street: expect.any(String) })
  expect((await auditOf(id)).at(-1)).toEqual({ action: 'read-withdrawal-address', operator: desk.packer.id })
  const before = (await auditOf(id)).length
  for (const role of ['Finance', 'Compliance', 'Auditor'] as const) {
    const reader = await desk.newOperator(`reader${role.toLowerCase()}`, [role])
    expect((await desk.look(reader, id)).address).toBeNull()
    expect((await desk.pack(reader, id, ['X-1'])).status).toBe(403)
    expect((await reader.client.get(`/operator/withdrawals/${id}/label`)).status).toBe(403)
  }
  const support = await desk.newOperator('readersupport', ['Support'])
  expect((await support.client.get(`/operator/withdrawals/${id}`)).status).toBe(403)
  expect((await ann.client.get(`/operator/withdrawals/${id}`)).status).toBe(403)
  expect((await desk.packer.client.get(`/operator/withdrawals/${randomUUID()}`)).status).toBe(404)
  expect((await auditOf(id)).length).toBe(before)
})
