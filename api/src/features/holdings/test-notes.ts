import type { CertificateData } from './certificates.ts'
import type { BookingNoteData, TerminationNoteData } from './notes.ts'

// For tests: notes as they might be, with figures that add up. A gram costs 100 dollars, and the spread is half a percent.

const holder = ['Augusta Ada King-Noel', '12 St James’s Square', 'SW1Y 4JH London', 'United Kingdom']
const at = '2026-11-17T15:04:05.000Z'

export const gaeNote: BookingNoteData = {
  ...{ holder, product: 'GAE', at, units: '9.900497512437810945' },
  ...{ price: '100.5', midPrice: '100', spreadBasisPoints: 50, feeBasisPoints: 50 },
  ...{ bookingValue: '995', cost: '1000' },
  ...{ paid: { asset: 'USDT', amount: '1000' }, fee: { asset: 'USDT', amount: '5' } },
}

export const gcaNote: BookingNoteData = {
  ...{ holder, product: 'GCA', at, units: '9.975' },
  ...{ price: '99.5', midPrice: '100', spreadBasisPoints: 50, feeBasisPoints: 25 },
  ...{ bookingValue: '992.5125', cost: '995' },
  ...{ paid: { asset: 'QMGT', amount: '10' }, fee: { asset: 'QMGT', amount: '0.025' } },
}

export const endedNote: TerminationNoteData = {
  ...{ holder, product: 'GAE', at, pay: { asset: 'GAE', amount: '10' } },
  ...{ price: '99.5', midPrice: '100', spreadBasisPoints: 50, feeBasisPoints: 50 },
  ...{ gross: { asset: 'USDAU', amount: '995' }, fee: { asset: 'USDAU', amount: '4.975' } },
  ...{ receive: { asset: 'USDAU', amount: '990.025' }, value: '990.025', cost: '800.5', result: '189.525' },
  parts: [
    {
      ...{ holding: '0198a3c1-0000-4000-8000-000000000001', number: '3', product: 'GAE', left: '0' },
      ...{ bookedAt: '2025-01-31T23:30:00.000Z', units: '4', receive: '396.01', value: '396.01' },
      ...{ cost: '200.5', result: '195.51' },
    },
    {
      ...{ holding: '0198a3c1-0000-4000-8000-000000000002', number: '7', product: 'GAE', left: '1234.5' },
      ...{ bookedAt: '2026-10-01T09:00:00.000Z', units: '6', receive: '594.015', value: '594.015' },
      ...{ cost: '600', result: '-5.985' },
    },
  ],
}

export const certified: CertificateData = {
  ...{ holder, group: { name: 'Müller & Söhne', kind: 'family' }, at },
  ...{ units: '9.900497512437810945', left: '9.900497512437810945', version: 1, supersedes: null },
}
