import type { Beneficiary, EstateDetails, EstateFile } from '@ingot/endpoints/estate-desk'

/** For tests: one report as Compliance reads it. */
export const sampleId = '0198a3c1-0000-7000-8000-0000000000d1'
export const sampleCustomer = { id: '0198a3c1-0000-7000-8000-0000000000c1', username: 'ada' }

const ben = '0198a3c1-0000-7000-8000-0000000000b1'
const cleo = '0198a3c1-0000-7000-8000-0000000000b2'

export const samplePeople: Beneficiary[] = [
  {
    id: ben,
    ...{ firstName: 'Ben', middleName: '', lastName: 'Lovelace', dateOfBirth: '1990-02-03' },
    ...{ contact: 'ben@example.com', share: 6667, guardian: null, isMinor: false },
    ...{ customer: null, isReceiving: false, asGuardian: false, linkedAt: null, parts: [] },
  },
  {
    id: cleo,
    ...{ firstName: 'Cleo', middleName: 'Mae', lastName: 'Lovelace', dateOfBirth: '2018-05-06' },
    ...{ contact: '+41 44 555 01 02', share: 3333, isMinor: true },
    guardian: { firstName: 'Gus', lastName: 'Byron', dateOfBirth: '1980-01-01', contact: 'gus@example.com' },
    ...{ customer: null, isReceiving: false, asGuardian: false, linkedAt: null, parts: [] },
  },
]

export const sampleFile: EstateFile = {
  id: '0198a3c1-0000-7000-8000-0000000000f1',
  ...{ kind: 'other', name: 'scan.pdf', beneficiary: null, sentBy: 'reporter' },
  ...{ sentAt: '2026-11-11T10:00:00.000Z', acceptedBy: null, isErased: false },
}

export const sampleEstate: EstateDetails = {
  id: sampleId,
  ...{ reference: '7F3A91C2', state: 'Reported', source: 'public', reportedAt: '2026-11-10T10:00:00.000Z' },
  ...{ name: 'Ada Lovelace', customer: null, waitingUntil: null, endedAt: null, reason: null },
  reporter: { name: 'Ben Lovelace', email: 'ben@example.com', phone: '', relation: 'Child' },
  deceased: {
    ...{ firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1955-12-10', dateOfDeath: '2026-11-01' },
    email: 'ada@example.com',
  },
  words: 'She died at home.',
  ...{ others: [], refusedBefore: 0 },
  history: [{ state: 'Reported', at: '2026-11-10T10:00:00.000Z', by: '', why: null }],
  files: [],
  ...{ diedOn: null, nomineeVersion: null, beneficiaries: [], worth: null, missing: [], statement: null },
}

/** After the 30 days. */
export const inPapers: Partial<EstateDetails> = {
  ...{ state: 'Documents', customer: sampleCustomer, diedOn: '2026-11-01', nomineeVersion: 2, worth: '12345.678901' },
  beneficiaries: samplePeople,
  history: [
    { state: 'Reported', at: '2026-10-01T10:00:00.000Z', by: '', why: null },
    { state: 'Checking', at: '2026-10-02T10:00:00.000Z', by: 'olga', why: 'The daughter called' },
    { state: 'Waiting', at: '2026-10-03T10:00:00.000Z', by: 'olga', why: 'No answer' },
    { state: 'Documents', at: '2026-11-03T10:00:00.000Z', by: 'otto', why: 'The days are over' },
  ],
}
