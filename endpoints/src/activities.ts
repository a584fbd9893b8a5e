/**
 * What is recorded of an account and seen by its owner, by the feature that records it. Alone in its file, because the list
 * of activities needs all of them, and whoever loads it need not load the calls of every feature.
 */
export const activities = {
  identity: [
    'registered',
    'email-verified',
    'signed-in',
    'sign-in-refused',
    'signed-out',
    'session-ended',
    'password-changed',
    'password-reset',
    'pin-set',
    'pin-changed',
    'pin-refused',
    '2fa-enabled',
    '2fa-disabled',
    '2fa-refused',
    'backup-codes-replaced',
    'backup-code-used',
    'recovery-requested',
    'recovery-vetoed',
    'recovery-done',
    'account-locked',
    'picture-changed',
    'preferences-changed',
    'sessions-ended-by-us',
  ],
  kyc: ['personal-data-read', 'rejection-overturned', 'verification-asked-again'],
  wallet: [
    'transfer-requested',
    'transfer-cancelled',
    'transfer-ended',
    'address-added',
    'address-removed',
    'outgoing-frozen',
    'outgoing-frozen-by-us',
    'outgoing-unfrozen',
    'outgoing-unfrozen-by-us',
  ],
  trade: ['price-confirmed'],
} as const
