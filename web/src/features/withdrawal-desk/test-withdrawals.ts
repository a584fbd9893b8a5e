/** For tests: one withdrawal as the vault's side reads it. */
export const sampleId = '0198a3c1-0000-7000-8000-0000000000d1'

const barOf = (id: string, serial: string) => ({
  ...{ id, size: '10', refiner: 'Alpine Refinery', brand: 'Edelweiss', serial, year: 2024 },
  ...{ fineness: '999.9', fineGrams: '9.999' },
})

export const sampleWithdrawal = {
  id: sampleId,
  ...{ number: '17', order: '0198a3c1-0000-7000-8000-0000000000e1', parcel: 1, parcels: 2 },
  ...{ state: 'Approved', reason: null as string | null, way: 'deliver', asset: 'QMGT', holding: null, replaces: null },
  grams: '19.998',
  bars: [barOf('41', 'AR-1'), barOf('42', 'AR-2')],
  fees: { making: '52', handling: '10', carriage: '25', insurance: '6.50', total: '93.50' },
  ...{ feeAsset: 'USDT', insured: '2600.00', requestedAt: '2026-11-10T10:00:00.000Z' },
  ...{ deliveredAt: null, endedAt: null as string | null, movement: null, mayCancel: false, mayDispute: false },
  customer: { id: '0198a3c1-0000-7000-8000-0000000000c1', username: 'ada' },
  ...{ approvedBy: 'otto', packedBy: null as string | null, isApprovedByMe: false },
  address: { name: 'Ada Lovelace', street: 'Mill Lane 4', city: 'Zurich', postalCode: '8001', country: 'CH' },
  history: [
    { state: 'Requested', at: '2026-11-10T10:00:00.000Z', by: 'ada', why: null },
    { state: 'Approved', at: '2026-11-10T11:00:00.000Z', by: 'otto', why: 'All is in order' },
  ],
  ...{ carrier: null as string | null, tracking: null as string | null, wrongCodes: 0, dispute: null },
  scans: [] as { at: string; words: string; place: string }[],
  photos: [] as { id: string; at: string; by: string }[],
}
