import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { checkDocument } from '@ingot/paper/check'
import { askOpenssl, askPdfsig, changed } from '@ingot/paper/test-signature'
import { expect, test } from 'vitest'
import { issueDocument } from '../../documents/engine.ts'
import type { DocumentKind } from '../../documents/kind.ts'
import { documentKinds } from '../../features.ts'
import { inheritanceNote } from '../estates/inheritance-note.ts'
import { estateStatement } from '../estates/statement-at-death.ts'
import { groupCertificate } from '../holdings/certificates.ts'
import { bookingNote, terminationNote } from '../holdings/notes.ts'
import { certified, endedNote, gaeNote, gcaNote } from '../holdings/test-notes.ts'
import { nomineeConfirmation } from '../nominees/confirmation.ts'
import { rewardReport } from '../rewards/report.ts'
import { deliveryNote } from '../withdrawals/notes.ts'
import { createStatements } from './test-statements.ts'

const delivered = {
  ...{ holder: ['Ann Lee'], number: '7', parcel: 1, parcels: 1, way: 'deliver', asset: 'QMGT', replaces: false },
  ...{ at: '2026-10-01T12:00:00.000Z', entry: '77', grams: '9.999', feeAsset: 'USDT' },
  bars: [
    {
      ...{ size: '10', refiner: 'Valcambi', brand: 'Valcambi', serial: 'AB123', year: null, fineness: '999.9' },
      fineGrams: '9.999',
    },
  ],
  fees: { making: '26', handling: '10', carriage: '25', insurance: '2.51', total: '63.51' },
}

const named = {
  ...{
    holder: ['Ann Lee'],
    version: 2,
    confirmedAt: '2026-10-01T12:00:00.000Z',
    inForceFrom: '2026-10-03T12:00:00.000Z',
  },
  nominees: [
    { name: 'Bea Lee', dateOfBirth: '1990-04-01', relation: 'Spouse', share: 6_667, guardian: null },
    {
      ...{ name: 'Tim Lee', dateOfBirth: '2015-06-01', relation: 'Child', share: 3_333 },
      guardian: { name: 'Gerda Grown', dateOfBirth: '1970-01-31' },
    },
  ],
}

const inherited = {
  ...{ holder: ['Bea Lee'], deceased: 'Ann Lee', diedOn: '2026-09-01', share: 6_667, asGuardianOf: null },
  at: '2026-10-05T12:00:00.000Z',
  parts: [
    {
      ...{ asset: 'GAE', amount: '1.234567890123456789', product: 'GAE', number: '7', cost: '123.45' },
      ...{ bookedAt: '2026-03-01T12:00:00.000Z', known: '1.234567890123456789' },
    },
    {
      ...{ asset: 'QMGT', amount: '2', product: null, number: null, cost: '100', bookedAt: null },
      known: '1',
    },
    { ...{ asset: 'USDT', amount: '5', product: null, number: null, cost: null, bookedAt: null }, known: '0' },
  ],
}

const leftBehind = {
  ...{ holder: ['Ann Lee'], estate: '7', diedOn: '2026-10-01' },
  assets: [
    { asset: 'USDT', balance: '1000', value: { usd: '1000', price: '1', at: null } },
    { asset: 'QMGT', balance: '2.5', staked: '1', value: null },
  ],
}

const reported = {
  ...{ holder: ['Ann Lee'], year: 2026, isOver: false },
  sums: [{ asset: 'QMGT', paid: '0.123456789012345678', takenBack: '0.02', paidUsd: '10.29' }],
  lines: [
    {
      ...{ number: '7', at: '2026-10-01T12:00:00.000Z', asset: 'QMGT', usd: '10.29' },
      ...{ paid: '0.123456789012345678', takenBack: '0.02' },
    },
  ],
}

test('every kind of document is valid to openssl, Poppler and our own check on either paper, and with one changed byte to none', async () => {
  const house = await createStatements()
  const { id, client } = await house.newHolder('ann')
  await house.act(id, { type: 'deposit', gets: ['USDT', '1000'] }, new Date('2026-09-01T12:00:00Z'))
  await house.act(id, { type: 'buy', gives: ['USDT', '100'], gets: ['QMGT', '1'] }, new Date('2026-10-01T12:00:00Z'))
  await house.act(id, { type: 'gae', gives: ['USDT', '100'], gets: ['GAE', '1'] }, new Date('2026-10-02T12:00:00Z'))
  const [, bought, deposited] = (await client.get('/movements')).body.data
  const [{ pem }] = (await client.get('/documents/certificates')).body.data
  const asked = [
    ['receipt', 'A4', { movement: bought.id }],
    ['receipt', 'Letter', { movement: deposited.id }],
    ['statement', 'A4', { from: '2026-09-01', until: '2026-09-30' }],
    ['statement', 'Letter', { from: '2026-10-01', until: '2026-10-31' }],
    ['gae-statement', 'A4', { from: '2026-09-01', until: '2026-09-30' }],
    ['gae-statement', 'Letter', { from: '2026-10-01', until: '2026-10-31' }],
    ['balance-confirmation', 'A4', { day: '2026-09-30' }],
    ['balance-confirmation', 'Letter', { day: '2026-10-31' }],
    ['tax-report', 'A4', { year: 2025 }],
    ['tax-report', 'Letter', { year: 2026 }],
  ] as const
  const noted = [
    [bookingNote, 'A4', gaeNote],
    [bookingNote, 'Letter', gcaNote],
    [terminationNote, 'A4', endedNote],
    [terminationNote, 'Letter', { ...endedNote, product: 'GCA' }],
    [groupCertificate, 'A4', certified],
    [deliveryNote, 'A4', delivered],
    [inheritanceNote, 'A4', inherited],
    [inheritanceNote, 'Letter', { ...inherited, asGuardianOf: 'Tim Lee', diedOn: null }],
    [deliveryNote, 'Letter', { ...delivered, parcels: 2, way: 'collect', replaces: true }],
    [nomineeConfirmation, 'A4', named],
    [nomineeConfirmation, 'Letter', { ...named, nominees: [] }],
    [estateStatement, 'A4', leftBehind],
    [estateStatement, 'Letter', { ...leftBehind, assets: [] }],
    [rewardReport, 'A4', reported],
    [rewardReport, 'Letter', { ...reported, isOver: true, sums: [], lines: [] }],
    [groupCertificate, 'Letter', { ...certified, left: '0', version: 2, supersedes: 'GDS-2026-000001' }],
  ] as const
  const kinds = [...asked.map(([kind]) => kind), ...noted.map(([{ name }]) => name)]
  expect(new Set(kinds)).toEqual(new Set(documentKinds.map(({ name }) => name)))
  const issued: { id: string; number: string }[] = []
  for (const [kind, paper, body] of asked)
    issued.push((await client.post(`/documents/${kind}`, { zone: 'UTC', paper, ...body })).body.data)
  for (const [kind, paper, data] of noted) {
    const wanted = { customer: id, subject: randomUUID(), data, zone: 'UTC', paper }
    // Each of them is given what its own kind tells of.
    issued.push(
      await inTransaction(house.db, (tx) => issueDocument(house.kyc, tx, kind as DocumentKind<object>, wanted)),
    )
  }
  for (const data of issued) {
    const { raw } = await client.get(`/documents/${data.id}/file`)
    expect(await askOpenssl(raw, pem)).toContain('CAdES Verification successful')
    expect(await askPdfsig(raw)).toContain('Signature is Valid.')
    expect(await checkDocument(raw, [{ pem }])).toMatchObject({ outcome: 'genuine', number: data.number })
    const other = changed(raw, raw.indexOf('D:20') + 'D:20'.length)
    expect(await askOpenssl(other, pem)).toContain('CAdES Verification failure')
    expect(await askPdfsig(other)).toContain('Digest Mismatch')
    expect((await checkDocument(other, [{ pem }])).outcome).toBe('changed')
  }
  await house.close()
})
