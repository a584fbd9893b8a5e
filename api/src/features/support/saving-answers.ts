import type { SupportGroup } from '@ingot/endpoints/support'

const plans = { to: '/plans', label: 'Plans' }
const remit = { to: '/remit-to-save', label: 'Remit To Save' }
const spend = { to: '/payment', label: 'Spend To Save' }
const staking = { to: '/Staking', label: 'QMGT +' }
const rewards = { to: '/My-Reward-Center', label: 'Affiliate Rewards' }

export const savingAnswers: readonly SupportGroup[] = [
  {
    id: 'saving',
    title: 'Saving in gold',
    questions: [
      {
        id: 'buy-gae',
        question: 'How do I buy GAE, and what does it cost?',
        answer: [
          'Pay with USDT or USDAU, from {{gaeLeast}}. GAE Extra adds to a GAE that is still open, from {{gaexLeast}}. The fee is {{bookingFee}} of what you pay. You get a signed booking note for each purchase.',
        ],
        words: 'gaex accumulation purchase booking note fee minimum',
        page: { to: '/GAE/Purchase', label: 'Buy GAE' },
      },
      {
        id: 'savings-plan',
        question: 'How does a savings plan work?',
        answer: [
          'It buys daily, weekly or monthly, from {{planLeast}} to {{planMost}} each time, at {{planHour}} in your time zone or when the market opens next. You confirm it once with your PIN. You can have up to {{planCount}} plans, set a highest price and an end, and pause, skip or end it at any time.',
        ],
        words: 'standing order monthly weekly instalment automatic',
        page: plans,
      },
      {
        id: 'plan-missed',
        question: 'What happens if my plan has too little money?',
        answer: [
          'It tries again {{planRetryFirst}} and {{planRetrySecond}} later; a daily plan does not. Then that date is skipped: it costs nothing, is not owed and is not made up for. After {{planSkips}} missed dates in a row the plan pauses, and you can resume it.',
        ],
        words: 'missed skipped retry balance paused instalment',
        page: plans,
      },
      {
        id: 'convert',
        question: 'What is Gold Convert, and what does it cost?',
        answer: [
          'You turn QMGT into GCA gram for gram, from {{convertLeast}}, for {{convertFee}} of the QMGT. Back into QMGT it costs {{backFee}}.',
        ],
        words: 'gca convert qmgt fee',
        page: { to: '/transactions-convert', label: 'GCA' },
      },
      {
        id: 'remit-to-save',
        question: 'How do I save by bank transfer?',
        answer: [
          'Announce the amount, from {{remitLeast}} to {{remitMost}}, and from which of your verified accounts it comes. Then send US dollars with the reference that you are shown. The fee is {{remitFee}}. It becomes GCA at the price when the money is matched, not when you send it.',
          'Up to {{remitBySelf}} within a day is booked without anybody looking at it. What was announced is waited for {{remitDays}}; money that comes later still counts.',
        ],
        words: 'bank wire remittance reference transfer deposit dollars',
        page: remit,
      },
      {
        id: 'someone-else-paid',
        question: 'Can somebody else send the money for me?',
        answer: [
          'No. Money that comes in another name than yours is never booked. We wait {{remitPapers}} for documents that show it is yours, then it goes back. Money without a reference that we cannot match goes back after {{suspense}}.',
        ],
        words: 'third party name reference wrong returned missing',
        page: remit,
      },
      {
        id: 'spend-to-save',
        question: 'How do I save by card?',
        answer: [
          'Pay from {{cardLeast}} to {{cardMost}} at once and {{cardMonth}} within {{cardPeriod}}, at the page of our card processor. {{cardTrusted}} after your first payment, without a dispute, it is {{cardMostLater}} at once and {{cardMonthLater}}.',
          'The card fee is {{cardFee}}, and the spread {{cardSpread}} while the market is open. The price is held for {{cardLock}}. The gold is booked as GCA.',
        ],
        words: 'credit card debit visa mastercard limit fee',
        page: spend,
      },
      {
        id: 'card-gold-bound',
        question: 'Why can’t I use gold that I paid for by card?',
        answer: [
          'A card payment can be taken back. So these grams are yours and show, but cannot leave, be ended, delivered or converted for {{cardBound}}, and later for {{cardBoundLater}}. The payment’s page says until when.',
        ],
        words: 'bound clearing locked chargeback dispute',
        page: spend,
      },
      {
        id: 'end-a-holding',
        question: 'How do I turn my savings back into money?',
        answer: [
          'End a holding, whole or in part, from {{endLeast}}. You are paid in USDT, USDAU or QMGT. The fee is {{endFee}}; for GCA that becomes QMGT {{backFee}}. You see the sum before you confirm and get a note afterwards.',
        ],
        words: 'terminate termination sell cash out redeem partial',
        page: { to: '/termination', label: 'Termination' },
      },
      {
        id: 'groups',
        question: 'How do groups (GDS) work?',
        answer: [
          'A family, company or club saves side by side. The group owns nothing: what you buy, from {{gdsLeast}}, is your own, and you keep it when you leave. The fee is {{bookingFee}}.',
          'You join with a code, which works for {{groupCode}}, and the yes of an admin. Up to {{groupMembers}} are in a group, and you can be in {{groupCount}}. Others see your grams only if you agree, and the sum of a group only when {{groupTotal}} or more show theirs.',
        ],
        words: 'gds family company club certificate join members',
        page: { to: '/GDS', label: 'GDS' },
      },
    ],
  },
  {
    id: 'rewards',
    title: 'QMGT + and bringing others',
    questions: [
      {
        id: 'staking',
        question: 'What is QMGT +?',
        answer: [
          'You leave {{stakeLeast}} to {{stakeMost}} alone for a term and get a share of our fees that is set aside when it begins: {{stakeTerms}}. It is not interest, and its worth in money can fall. It is open to customers who have brought somebody who is verified, while there is something in the pool.',
        ],
        words: 'staking stake reward rate term yield lock',
        page: staking,
      },
      {
        id: 'staking-claim',
        question: 'When can I claim what QMGT + has brought?',
        answer: [
          'Nothing vests in the first {{stakeVests}}; then it vests day by day, these included. While the term runs you can claim from {{stakeClaim}}, once it is over the rest. An operator looks at each request.',
        ],
        words: 'vesting vested claim reward request',
        page: staking,
      },
      {
        id: 'staking-leave',
        question: 'Can I leave QMGT + early?',
        answer: [
          'Yes, with a notice of {{stakeNotice}}. You get all of your stake back and keep what has vested; the rest returns to the pool. You can take the notice back until it is over.',
        ],
        words: 'unstake early exit notice',
        page: staking,
      },
      {
        id: 'invite',
        question: 'What do I get for inviting others?',
        answer: [
          'A share of the fees that your network pays on swaps, bookings, conversions and terminations, for {{rewardMonths}} from their verification: {{rewardLevels}}. You can claim it once that customer has paid {{rewardActive}} in fees.',
          'Your link and QR code stand under Show Referral Code in the profile menu.',
        ],
        words: 'affiliate referral commission invite friends link qr code',
        page: { to: '/My-Affiliates', label: 'Workstation' },
      },
      {
        id: 'reward-pending',
        question: 'Why is my reward still pending?',
        answer: [
          'A reward waits for {{rewardPending}}, and for {{rewardByCard}} where the money came by card. Then you can claim it from {{rewardLeast}} on, for {{rewardExpires}}. If the fee goes back, so does the reward.',
        ],
        words: 'pending claimable held expired reward wait',
        page: rewards,
      },
      {
        id: 'ranks',
        question: 'How do I get a rank?',
        answer: [
          'By verified customers in your network, of which {{levels}} levels count. {{ranks}}. A rank brings no money; it lets you have a public profile as a consultant.',
        ],
        words: 'affiliate introducer consultant rank levels',
        page: { to: '/My-Affiliates', label: 'Workstation' },
      },
      {
        id: 'wrong-introducer',
        question: 'I registered with the wrong referral code',
        answer: [
          'Write to us within {{correction}} of your registration. Two of us can put it right as long as nobody has earned a reward by it.',
        ],
        words: 'referral code wrong missing introducer upline change',
        page: { to: '/contact-us', label: 'Contact us' },
      },
      {
        id: 'consultant-asks-money',
        question: 'A consultant asks me for money or promises a return',
        answer: [
          'Do not pay. Consultants never take money, passwords or codes, and may promise nothing. Report it on the consultant’s page: we look at each report.',
        ],
        words: 'fraud scam report consultant promise pressure',
        page: null,
      },
    ],
  },
]
