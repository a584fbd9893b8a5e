import { expect, test } from 'vitest'
import { allEndpoints } from './all.ts'
import type { Endpoint } from './endpoint.ts'
import { testSpecified } from './test-specified.ts'

testSpecified({
  'POST /auth/local': ['Failed', 'raise'],
  'POST /auth/local/register': ['Registration failed. Please try again.', 'raise'],
  'POST /auth/local/change-password': ['Failed to reset password. Please try again.', 'raise'],
  'POST /link-verification/registration': ['Failed', 'raise'],
  'POST /link-verification/forgot-password': ['Failed to reset password. Please try again.', 'raise'],
  'POST /link-verification/code-register': ['Failed', 'raise'],
  'POST /reset-verification/reset-password': ['Failed to reset password. Please try again.', 'raise'],
  'POST /otp-verification/generate': ['Failed', 'raise'],
  'POST /otp-verification/verify-otp': ['Failed', 'raise'],
  'POST /change-pin': ['Failed', 'raise'],
  'POST /verify-pin': ['An error occurred during PIN verification.', 'raise'],
  'POST /mfa/generate': ['Failed', 'raise'],
  'GET /mfa/check-2fa': ['Failed', 'false'],
  'POST /mfa/check-pin-6-enabled': ['An error occurred during 2FA verification.', 'raise'],
  'POST /admin/mfa/enable': ['Failed', 'raise'],
  'POST /admin/mfa/verify': ['An error occurred during 2FA verification.', 'raise'],
  'POST /mfa/verify': ['An error occurred during 2FA verification.', 'raise'],
  'POST /mfa/reset-mfa-backup-codes': ['Failed', 'raise'],
  'GET /getInfo': ['Failed', 'null'],
  'POST /update-picture': ['Failed', 'toast'],
})

test('what travels as a form is what the specification sends as one, and files', () => {
  const forms = allEndpoints.filter(({ bodyType }) => bodyType === 'form').map(({ path }) => path)
  expect(forms.sort()).toEqual([
    '/blockchain/request-gca-terminate',
    '/change-pin',
    '/estates/report/files',
    '/no-more-mail/:token',
    '/operator/announcements/pictures',
    '/operator/bank/statements',
    '/operator/estates/:id/files',
    '/operator/films',
    '/operator/withdrawals/:id/photos',
    '/partial-terminate/:id',
    '/tickets/:id/files',
    '/update-picture',
    '/uploads',
    '/verification/personal-info',
    '/verification/save-draft-personal',
    '/verify-pin',
    '/visitor-tickets/files',
  ])
})

test('whatever is granted for an operation names one, and nothing else asks for it', () => {
  for (const { stepUp, idempotent, name } of allEndpoints)
    if (stepUp === 'pin' || stepUp === 'pin-2fa') expect([name, idempotent]).toEqual([name, true])
})

/** Everybody reads or sees it, in the name of the house. */
const toEverybody = [
  ...['correctAnnouncement', 'publishAnnouncement', 'withdrawAnnouncement'],
  ...['openIncident', 'updateIncident', 'addFilm', 'withdrawFilm'],
]

test.each(toEverybody)('%s takes the password and a fresh code of the operator', (wanted) => {
  const endpoint: Endpoint | undefined = allEndpoints.find(({ name }) => name === wanted)
  expect(Object.keys(endpoint?.body?.shape ?? {})).toEqual(expect.arrayContaining(['password', 'inputCode']))
  expect(endpoint?.errors).toEqual(expect.arrayContaining(['PasswordIncorrect', 'TwoFactorCodeIncorrect']))
})
