import type { SupportGroup } from '@ingot/endpoints/support'

const security = { to: '/My-Profile/Security', label: 'Security' }

export const accountAnswers: readonly SupportGroup[] = [
  {
    id: 'account',
    title: 'Your account',
    questions: [
      {
        id: 'open-an-account',
        question: 'How do I open an account?',
        answer: [
          'Register with your e-mail address, a username and a password. We send you a link and a code to confirm the address: the link works for {{verifyLink}}, the code for {{mailCode}} and {{mailCodeTries}} tries.',
          'After that you verify your identity. Until then you can look around, but not move anything of value.',
        ],
        words: 'sign up register join e-mail confirmation link code expired',
        page: { to: '/signup', label: 'Register' },
      },
      {
        id: 'verify-identity',
        question: 'Why and how do I verify my identity?',
        answer: [
          'The law asks us to know our customers. You fill in your personal information and show an identity document and your face to our verification provider. You can leave at any step and continue later.',
          'Pending means that it is being checked, Rejected that something was wrong, Approved that your wallet is being prepared, and Verified that everything is open to you.',
        ],
        words: 'kyc documents passport selfie pending approved status',
        page: { to: '/kyc-verification', label: 'Identity verification' },
      },
      {
        id: 'verification-rejected',
        question: 'My verification was rejected. What now?',
        answer: [
          'The verification page shows the reason. In most cases you can hand in better pictures or correct your information and try again. If the rejection is final, the page says so.',
        ],
        words: 'kyc rejected declined failed again blurry',
        page: { to: '/kyc-verification', label: 'Identity verification' },
      },
      {
        id: 'who-sees-my-data',
        question: 'How are my personal data kept?',
        answer: [
          'Your personal information and documents are encrypted, and every time somebody reads them it is recorded. You can download everything that we know of you.',
          'If you leave, what the law does not ask us to keep is erased. Identity data of verified customers are kept for {{identityKept}}.',
        ],
        words: 'privacy gdpr data protection erase delete export',
        page: { to: '/privacy-policy/', label: 'Privacy policy' },
      },
      {
        id: 'close-my-account',
        question: 'How do I close my account, or take my data along?',
        answer: [
          'The page shows what is still in the way, such as a balance or an open order. Once nothing is, you close the account with your password, PIN and 2FA.',
          'There you also order one signed archive with all your data and documents, up to {{packsPerDay}} times a day. Each archive can be downloaded for {{packKept}}.',
        ],
        words: 'delete account leave export archive download cancel',
        page: { to: '/leaving', label: 'Leaving' },
      },
    ],
  },
  {
    id: 'security',
    title: 'Logging in and security',
    questions: [
      {
        id: 'forgot-password',
        question: 'I forgot my password',
        answer: [
          'Ask for a link to choose a new one. The link works once and for {{resetLink}}. Afterwards all your devices are logged out, and nothing leaves your account for {{hold}}.',
        ],
        words: 'reset password lost login cannot sign in',
        page: { to: '/forgot-password', label: 'Forgot password' },
      },
      {
        id: 'what-is-the-pin',
        question: 'What is the PIN for?',
        answer: [
          'You confirm everything that moves value with a six-digit PIN. It is not your password and does not log you in.',
          'After {{pinTries}} wrong tries the PIN is locked for {{pinLock}}, and for longer after each further one.',
        ],
        words: 'pin locked wrong forgotten six digits confirm',
        page: security,
      },
      {
        id: 'what-needs-2fa',
        question: 'When do I need 2FA?',
        answer: [
          '2FA, a code from an authenticator app, has to be on for whatever leaves your account: transfers, payouts and bars. It is also asked for when you change bank accounts or nominees, order your archive or close the account.',
          'You can turn it on at any time. It then also protects every login.',
        ],
        words: 'two factor authentication authenticator app code otp security',
        page: security,
      },
      {
        id: 'lost-phone',
        question: 'I lost the phone with my 2FA app',
        answer: [
          'Log in with one of the {{backupCodes}} backup codes that you were given, and set up 2FA anew.',
          'Without backup codes, ask for recovery after you have entered your password. 2FA is turned off after {{recovery}}, unless you object by the link in our e-mail.',
        ],
        words: 'backup codes recovery authenticator lost new phone 2fa',
        page: { to: '/signin', label: 'Log in' },
      },
      {
        id: 'why-hold',
        question: 'I changed my password, PIN or 2FA. Why can’t I send anything?',
        answer: [
          'Nothing leaves your account for {{hold}} after such a change. So a thief who got in cannot empty it at once, and you have time to react to our e-mail. A PIN that you choose before you are verified, and turning on 2FA for the first time, do not count as a change.',
        ],
        words: 'hold blocked waiting outgoing security delay',
        page: security,
      },
      {
        id: 'logged-out',
        question: 'Why was I logged out?',
        answer: [
          'After {{idle}} without any input you are logged out, and after {{longestSession}} in any case. You can also end your sessions on all devices yourself, and a password change does.',
        ],
        words: 'session idle timeout automatic logout',
        page: security,
      },
      {
        id: 'too-many-tries',
        question: 'It says there were too many attempts',
        answer: [
          'An account allows {{signInTries}} attempts to log in within {{signInWindow}}. Wait for a while and try again, or choose a new password. If it was not you, choose a new password in any case.',
        ],
        words: 'locked blocked login attempts wrong password',
        page: { to: '/forgot-password', label: 'Forgot password' },
      },
      {
        id: 'stolen-account',
        question: 'Somebody else is in my account. What do I do?',
        answer: [
          'Every e-mail about a transfer has a link that freezes your account: nothing leaves it from then on, and what waits is cancelled. The link works for {{freezeLink}}.',
          'Then choose a new password and PIN, end all other sessions, and write to us. Nobody of us ever asks for your password, PIN or codes.',
        ],
        words: 'hacked theft fraud phishing freeze lock emergency',
        page: security,
      },
    ],
  },
]
