import type { SupportGroup } from '@ingot/endpoints/support'

const bars = { to: '/Physical-Withdrawal', label: 'Physical withdrawal' }
const accounts = { to: '/BankVerification', label: 'Bank verification' }

export const leavingAnswers: readonly SupportGroup[] = [
  {
    id: 'sending',
    title: 'Sending and paying out',
    questions: [
      {
        id: 'send-fees',
        question: 'What does it cost to send?',
        answer: [
          'To another customer {{innerFees}}, to an address outside {{sendFees}}. You see it before you confirm.',
        ],
        words: 'transfer fee withdraw crypto address network',
        page: null,
      },
      {
        id: 'send-limits',
        question: 'How much can I send?',
        answer: ['At least {{sendLeast}}, at most {{sendMost}} at once and {{sendDay}} within a day.'],
        words: 'limit minimum maximum transfer daily',
        page: null,
      },
      {
        id: 'new-address',
        question: 'Why does my transfer to a new address wait?',
        answer: [
          'A new outside address can be used {{newAddress}} after you added it. What you send there before waits, can be cancelled, and then leaves automatically. What could not leave {{waitingLongest}} after that comes back to you.',
        ],
        words: 'address book pending delay waiting cancel',
        page: null,
      },
      {
        id: 'transfer-pending',
        question: 'My transfer is pending. Is it lost?',
        answer: [
          'No. Between customers a transfer is final at once. One to an outside address is on its way until the blockchain has confirmed it; if it cannot be carried out, amount and fee come back automatically.',
        ],
        words: 'stuck delayed hash explorer blockchain confirmation',
        page: { to: '/transactions', label: 'Transactions' },
      },
      {
        id: 'wrong-address',
        question: 'I sent to a wrong address. Can you get it back?',
        answer: [
          'Not once it has left. While it waits for a new address you can cancel it yourself, on the page or by the link in our e-mail.',
        ],
        words: 'mistake recall reverse wrong address',
        page: { to: '/transactions', label: 'Transactions' },
      },
      {
        id: 'external-usdau',
        question: 'How do I send USDAU to an outside address?',
        answer: [
          'Ask for it with the address and the amount, with PIN and 2FA. It costs {{usdauFee}}, and the page shows its progress.',
        ],
        words: 'external usdau request withdraw',
        page: { to: '/request-external-usdau', label: 'External USDAU' },
      },
      {
        id: 'payout',
        question: 'How do I get dollars to my bank account?',
        answer: [
          'Pay out USDT or USDAU to a verified account, from {{payoutLeast}} to {{payoutMost}} at once and {{payoutDay}} within a day. It costs {{payoutFixed}} and {{payoutPercent}}. You can cancel it until it is approved.',
        ],
        words: 'withdraw cash out bank usd fee payout',
        page: accounts,
      },
      {
        id: 'bank-account',
        question: 'How do I add a bank account?',
        answer: [
          'Add up to {{accounts}} accounts in your own name and prove each by a recent statement, or by a small deposit with a code: it is taken for {{depositDays}} and {{codeTries}} tries. Money goes to a new account {{newAccount}} after you added it.',
        ],
        words: 'bank verification iban proof statement deposit code rejected',
        page: accounts,
      },
    ],
  },
  {
    id: 'bars',
    title: 'Taking gold out as bars',
    questions: [
      {
        id: 'bar-sizes',
        question: 'Which bars can I get, and from what?',
        answer: [
          'Bars of {{barSizes}}, from QMGT or from one of your holdings. Gold that you bought in the last {{boughtWait}} has to wait. Bars that you choose are kept for you for {{barsKept}}.',
        ],
        words: 'physical withdrawal delivery bar denomination size',
        page: bars,
      },
      {
        id: 'bar-costs',
        question: 'What do bars cost?',
        answer: [
          'Making by size: {{barMaking}}. Handling is {{handling}}. A parcel costs {{carriageSmall}} if it is worth up to {{carriageSmallTo}}, and {{carriageLarge}} up to {{carriageLargeTo}}; insurance is {{insurance}}. Who collects them pays neither carriage nor insurance. Fees are paid in USDT or USDAU.',
        ],
        words: 'fee making delivery insurance handling carriage price',
        page: bars,
      },
      {
        id: 'bar-address',
        question: 'Where are bars delivered?',
        answer: [
          'To your verified address, or to one that you added at least {{deliveryAddress}} before. Or collect them at the counter, where there is one, within {{collect}}. They are handed over against a release code that you find in the portal; give it to nobody but the courier in front of you.',
        ],
        words: 'address collect pick up counter courier release code',
        page: bars,
      },
      {
        id: 'bar-cancel',
        question: 'Can I cancel bars that I asked for?',
        answer: ['Yes, until they are packed. Grams and fees come back at once.'],
        words: 'cancel withdrawal refund',
        page: bars,
      },
      {
        id: 'parcel-lost',
        question: 'My parcel is late or damaged',
        answer: [
          'After {{late}} without news from the carrier we look into it without being asked. If it says delivered and you do not have it, tell us on its page within {{dispute}}. What is lost is made good in gold within {{makeGood}}.',
        ],
        words: 'lost missing delayed courier tracking dispute damaged',
        page: bars,
      },
    ],
  },
  {
    id: 'papers',
    title: 'Papers, nominees and heirs',
    questions: [
      {
        id: 'documents',
        question: 'Where are my booking notes and statements?',
        answer: [
          'Under Documents. Each is signed and stays as it was issued. A statement for any period can be made there, and one about GAE on its own page.',
        ],
        words: 'statement receipt certificate pdf tax document download',
        page: { to: '/documents', label: 'Documents' },
      },
      {
        id: 'check-a-document',
        question: 'How can somebody check that a document is yours?',
        answer: [
          'Anybody can drop the file into our checking page. It is checked in the browser, without being sent to us. Without the file, the number tells whether a document is valid, superseded or reversed.',
        ],
        words: 'verify authenticity signature proof certificate qr',
        page: { to: '/verify', label: 'Check a document' },
      },
      {
        id: 'nominees',
        question: 'Who receives my gold when I die?',
        answer: [
          'You can name up to {{nominees}} people with their shares. What you confirm holds {{nomineeWait}} later. A nominee receives; who inherits is the law’s question, and naming somebody here is no will.',
        ],
        words: 'nominee beneficiary inheritance will death heirs',
        page: { to: '/nominee', label: 'Nominees' },
      },
      {
        id: 'report-a-death',
        question: 'A customer has died. What should I do?',
        answer: [
          'Report it; you need no account. We check it, write to the customer and wait {{estateWait}} before anything is decided. Above {{courtPaper}}, a court’s paper is needed as well.',
        ],
        words: 'death deceased estate inheritance heirs certificate',
        page: { to: '/report-a-death', label: 'Report a death' },
      },
    ],
  },
]
