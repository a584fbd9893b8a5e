import type { Review } from '@ingot/providers/kyc/port'
import { describe, expect, test } from 'vitest'
import { rejectionOf, tellableLabels } from './rejection.ts'
import { type KycStatus, kycMoves, pathBetween, statusAfter } from './states.ts'
import { walletAddressOf } from './wallet-address.ts'

const result = (answer: 'GREEN' | 'RED', rejectType?: 'RETRY' | 'FINAL') => ({
  answer,
  ...(rejectType && { rejectType }),
  labels: [],
  comment: '',
})
const green = result('GREEN')
const red = result('RED', 'RETRY')
const statuses = Object.keys(kycMoves) as KycStatus[]

describe('what follows from a review', () => {
  const cases: [string, Review, Record<KycStatus, KycStatus>][] = [
    [
      'GREEN and completed lets in, and whoever is Verified stays so',
      { status: 'completed', result: green },
      {
        'Not Verified': 'Approved',
        Pending: 'Approved',
        Rejected: 'Approved',
        Approved: 'Approved',
        Verified: 'Verified',
      },
    ],
    [
      'RED and completed rejects, whoever it is',
      { status: 'completed', result: red },
      {
        'Not Verified': 'Rejected',
        Pending: 'Rejected',
        Rejected: 'Rejected',
        Approved: 'Rejected',
        Verified: 'Rejected',
      },
    ],
    [
      'an old RED at init changes nothing for who was not let in',
      { status: 'init', result: red },
      {
        'Not Verified': 'Not Verified',
        Pending: 'Pending',
        Rejected: 'Rejected',
        Approved: 'Pending',
        Verified: 'Pending',
      },
    ],
    ...(['pending', 'prechecked', 'queued', 'onHold', 'awaitingService'] as const).map(
      (status): [string, Review, Record<KycStatus, KycStatus>] => [
        `a GREEN that is only ${status} counts for nothing`,
        { status, result: green },
        {
          'Not Verified': 'Pending',
          Pending: 'Pending',
          Rejected: 'Pending',
          Approved: 'Pending',
          Verified: 'Pending',
        },
      ],
    ),
    [
      'completed without an answer is still to be decided',
      { status: 'completed' },
      { 'Not Verified': 'Pending', Pending: 'Pending', Rejected: 'Pending', Approved: 'Pending', Verified: 'Pending' },
    ],
  ]
  test.each(cases)('%s', (_title, review, expected) => {
    for (const from of statuses) expect([from, statusAfter(from, review)]).toEqual([from, expected[from]])
  })

  test('each step on the way is one of the table', () => {
    for (const [, review] of cases)
      for (const from of statuses) {
        let at = from
        for (const to of pathBetween(from, statusAfter(from, review))) {
          expect(kycMoves[at]).toContain(to)
          at = to
        }
      }
  })
})

test('a customer reads the provider’s words, else what labels mean, and never what he must not know', () => {
  const rejected = (labels: string[], comment = '', rejectType: 'RETRY' | 'FINAL' = 'RETRY') =>
    rejectionOf({ status: 'completed', result: { answer: 'RED', rejectType, labels, comment } })
  expect(rejected(['LOW_QUALITY'], 'Blurred.')?.reason).toBe('Blurred.')
  expect(rejected(['BAD_SELFIE', 'EXPIRATION_DATE'])?.reason).toBe(
    'The selfie is not clear enough. The document has expired or is about to.',
  )
  expect(rejected(['SANCTIONS', 'PEP', 'CRIMINAL'], '', 'FINAL')).toEqual({
    reason: 'The verification was declined.',
    labels: [],
    final: true,
  })
  expect(tellableLabels(['toString', 'constructor'])).toEqual([])
  expect(rejectionOf({ status: 'completed', result: green })).toBeNull()
})

test('the address of a wallet is the one that the contract gives', () => {
  // Read from walletOf of a Settlement that was deployed at this address; 0 is the treasury.
  const factory = {
    settlement: '0x8664a51d2201f1e2857c08d129ad5761fb3f2397',
    implementation: '0xe326c81fCF009d44F4938d33Eb09EAA76Cca0306',
  }
  expect(walletAddressOf(factory, Buffer.alloc(32))).toBe('0x5050Ab88bcfc909ea0A7e0138019Bd7c4a1ec7De')
  expect(walletAddressOf(factory, Buffer.from('2a'.padStart(64, '0'), 'hex'))).toBe(
    '0xeDc2De3d7d4D2B0786D202Baf13e5F2C604ea709',
  )
})
