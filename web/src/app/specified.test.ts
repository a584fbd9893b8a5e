import { allEndpoints } from '@ingot/endpoints/all'
import { describe, expect, it } from 'vitest'
import { pathPattern, routeTable } from './route-table.ts'

// Addresses and calls that customers' links and programs know, as they were asked for. Each has its page and its gate.

/** Open to whoever is signed in. */
const forCustomers = [
  '/Physical-Withdrawal',
  '/staking',
  '/Tools',
  '/instructional-videos',
  '/Consultant/ada',
  '/payment',
  '/payment-success',
  '/termination-summary/1',
  '/pdf',
  '/GAE/Account-Statement',
  '/GAE/Purchase',
  '/GDS/1/family/2',
  '/GDS/1/2',
  '/termination',
  '/purchase-gae',
  '/purchase-gae-extra',
  '/Registration/security',
  '/remit-to-save',
]

/** For these, too, identity verification has to be passed: by the list, or since what stands there asks for it. */
const forVerified = [
  '/dashboard',
  '/nominee',
  '/GDS',
  '/BankVerification',
  '/BankVerification/open',
  '/transactions',
  '/transactions-buysell',
  '/transactions-convert',
  '/transactions-gae',
  '/transactions-gaex',
  '/transactions/swap/1',
  '/request-external-usdau',
  '/My-Profile',
  '/My-Profile/Security',
  '/My-Profile/Security/2fa',
  '/My-Affiliates',
  '/My-Affiliates/1',
  '/My-Reward-Center',
]

/** Open to everybody, whether signed in or not. */
const forEverybody = [
  '/',
  '/Email-Verification',
  '/Email-Verification/token',
  '/Change-Password',
  '/Change-Password/token',
  '/signin',
  '/signup',
  '/register',
  '/forgot-password',
  '/contact-us',
  '/term-conditions',
  '/Announcements',
  '/transaction-details/1/swap',
  '/profile/1',
  '/test',
  '/support',
  '/privacy-policy/',
]

const routeOf = (address: string) =>
  routeTable.find(({ path }) => path !== '*' && new RegExp(pathPattern(path), 'i').test(address))
const gateOf = (address: string) => routeOf(address)?.gate
const others = ['/kyc-verification', '/reward-requests']

describe('every address that was asked for has its page, for those whom it is for', () => {
  it.each(forEverybody)('%s for everybody', (address) => expect(gateOf(address)).toBe('public'))
  it.each(forVerified)('%s for verified customers', (address) => expect(gateOf(address)).toBe('verified'))
  it.each(forCustomers)('%s for customers', (address) =>
    expect(gateOf(address)).toBe({ '/staking': 'upline', '/Registration/security': 'session' }[address] ?? 'customer'),
  )
  it('/kyc-verification leads whoever is not signed in to do so, and comes back', () =>
    expect(gateOf('/kyc-verification')).toBe('customer'))
  it('which are forty-nine, each with a page that is its own or one that it shares with those of its kind', () => {
    const routes = [...forEverybody, ...forVerified, ...forCustomers, ...others].map(routeOf)
    expect(new Set(routes.map((route) => route?.path)).size).toBe(49)
    expect(routes.every((route) => route !== undefined && route.page !== '')).toBe(true)
  })
  it('/reward-requests for operators', () => expect(gateOf('/reward-requests')).toBe('operator'))
})

const calls = `
POST /applicant/access-token
POST /applicant/get-status
POST /applicant/get-data
POST /verification/personal-info
POST /verification/save-draft-personal
GET /verification/get-personal
GET /verification/is-verify
POST /token-reward
POST /sell-token
POST /sell-token-only-vesting
POST /claim-token
GET /recent-activities-user
GET /list-aun-request
GET /get-qmgt-balance
GET /get-upline
POST /auth/local/register
POST /link-verification/registration
POST /auth/local
POST /reset-verification/reset-password
POST /auth/local/change-password
POST /link-verification/forgot-password
POST /link-verification/code-register
POST /partial-terminate/:id
POST /blockchain/request-gca-terminate
GET /getAccountAddress/:userHash
GET /getInfo
POST /update-picture
POST /change-pin
POST /admin/mfa/enable
GET /mfa/check-2fa
POST /admin/mfa/verify
POST /mfa/generate
POST /mfa/reset-mfa-backup-codes
GET /check-user-progress
POST /otp-verification/generate
POST /otp-verification/verify-otp
GET /get-consultant-info/:id
POST /report-consultant
GET /blockchain/usdt-balance
GET /user-balances
POST /transfer
POST /transfer-usdau
POST /transfer-qgmt
GET /get-all-transfer
GET /get-transfer-usdau
GET /get-usdau-balance
POST /verify-pin
POST /mfa/check-pin-6-enabled
POST /mfa/verify`
  .trim()
  .split('\n')

/** Asked before anybody has signed in; everything else takes a session, and what moves value a verified customer. */
const withoutSession = [
  'POST /auth/local/register',
  'POST /link-verification/registration',
  'POST /auth/local',
  'POST /reset-verification/reset-password',
  'POST /link-verification/forgot-password',
  'POST /link-verification/code-register',
  'POST /otp-verification/generate',
  'POST /otp-verification/verify-otp',
  'GET /get-consultant-info/:id',
]
const movesValue = [
  'POST /token-reward',
  'POST /sell-token',
  'POST /sell-token-only-vesting',
  'POST /claim-token',
  'POST /partial-terminate/:id',
  'POST /blockchain/request-gca-terminate',
  'POST /transfer',
  'POST /transfer-usdau',
  'POST /transfer-qgmt',
]

describe('every call that was asked for is there, behind its gate', () => {
  it('which are forty-nine', () => expect(new Set(calls).size).toBe(49))
  it.each(calls)('%s', (call) => {
    const endpoint = allEndpoints.find(({ method, path }) => `${method} ${path}` === call)
    expect(endpoint, 'it is there').toBeDefined()
    expect(endpoint?.gate === 'public', 'it is open to everybody').toBe(withoutSession.includes(call))
    if (movesValue.includes(call)) expect(endpoint).toMatchObject({ gate: 'verified', idempotent: true })
  })
})
