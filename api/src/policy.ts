/** Every number that an operator may want to change, with what it decides. */
export const policy = {
  session: {
    /** Without a mouse move, key press or click for this long, a session is over. */
    idleMinutes: 15,
    /** However busy, a session is over after this. */
    longestHours: 12,
  },
  stepUp: {
    /** What was proven for an operation holds this long. */
    grantSeconds: 120,
  },
  credentials: {
    /** After a change of password, PIN or 2FA nothing leaves the account for this long. */
    outgoingHoldHours: 48,
    /** 2FA that was lost with its backup codes is taken off after this long, unless the owner vetoes it. */
    recoveryDays: 3,
    backupCodes: 10,
    /** Wrong PINs before the first lock, which doubles with each one more. */
    pinTries: 5,
    pinLockSeconds: 60,
    pinLockLongestSeconds: 24 * 3600,
  },
  mail: {
    verifyLinkHours: 24,
    resetLinkMinutes: 30,
    lockLinkDays: 7,
    codeMinutes: 10,
    codeTries: 5,
    /** A mail that anyone can ask for goes to the same person at most this often. */
    againAfterSeconds: 50,
  },
  /** Tries of an account, and of an address whatever the account, in a window of so many seconds. */
  tries: {
    'sign-in': { perSubject: 10, perAddress: 60, seconds: 900 },
    '2fa': { perSubject: 10, perAddress: 60, seconds: 3600 },
    password: { perSubject: 10, perAddress: 60, seconds: 900 },
    register: { perSubject: 5, perAddress: 30, seconds: 3600 },
    'send-mail': { perSubject: 6, perAddress: 30, seconds: 3600 },
    'mail-code': { perSubject: 15, perAddress: 60, seconds: 3600 },
    link: { perSubject: 20, perAddress: 60, seconds: 900 },
    introducer: { perSubject: 60, perAddress: 60, seconds: 60 },
    upload: { perSubject: 20, perAddress: 60, seconds: 3600 },
  },
} as const
