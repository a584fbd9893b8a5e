import type { DocumentContent, DocumentPart } from '@ingot/endpoints/document-content'
import type { Imprint } from './imprint.ts'

// Documents as they might be: made up, with figures that add up.

export const sampleImprint = (paper: Imprint['paper'], prefix = 'AS'): Imprint => ({
  number: `${prefix}-2026-000123`,
  issuedAt: new Date('2026-11-02T08:24:00Z'),
  language: 'en',
  zone: 'Europe/Zurich',
  paper,
  brand: {
    name: 'Ingot',
    accent: '#b8892b',
    legalLine:
      'Registered in Zürich under CHE-123.456.789. Gold is held in custody for its owners and is no part of the company’s estate.',
    company: 'Ingot Custody AG, Bahnhofstrasse 1, 8001 Zürich',
    supportEmail: 'support@ingot.example',
  },
  verifyUrl: `https://portal.ingot.example/verify?number=${prefix}-2026-000123`,
})

export const attachedSample = { name: 'data.json', json: JSON.stringify({ sample: true, name: 'Łódź 王小明' }) }

const holder = ['Zoë Łukasiewicz-Nguyễn', 'Ulica Piotrkowska 104', '90-926 Łódź', 'Poland']

/** Cents as people write them. */
const dollars = (cents: number): string =>
  `${cents < 0 ? '−' : ''}${Math.floor(Math.abs(cents) / 100).toLocaleString('en')}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

const grams = (microgramsOf: number): string =>
  `${microgramsOf < 0 ? '−' : ''}${Math.floor(Math.abs(microgramsOf) / 1e6).toLocaleString('en')}.${String(Math.abs(microgramsOf) % 1e6).padStart(6, '0')}`

const receipt: DocumentContent = {
  title: 'Receipt',
  subtitle: 'Bought QMGT on 30 October 2026',
  holder,
  parts: [
    {
      kind: 'facts',
      heading: 'Movement',
      facts: [
        { label: 'Type', value: 'Bought QMGT' },
        { label: 'State', value: 'Done' },
        { label: 'Time', value: '30 October 2026, 14:03' },
        { label: 'Movement number', value: '48213' },
        { label: 'Reference', value: '0195c0de-7a11-7c3e-9f42-1d2c3b4a5f60' },
      ],
    },
    {
      kind: 'facts',
      heading: 'Amounts',
      facts: [
        { label: 'Received', value: '7.412300 QMGT' },
        { label: 'Price', value: '134.08 USDT per QMGT' },
        { label: 'Value', value: '993.84 USDT' },
        { label: 'Fee, 0.25 %', value: '2.48 USDT' },
        { label: 'Paid', value: '996.32 USDT', strong: true },
      ],
    },
  ],
  notes: [
    'One QMGT stands for one gram of fine gold in custody. This receipt confirms a movement that is complete; it is neither an invoice nor advice.',
  ],
}

const dayOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

const types = [
  'Bought QMGT',
  'Deposit of USDT from the Ethereum address 0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  'Sold QMGT',
  'Reward paid',
  'Transfer to Nguyễn Thị Ánh',
]

/** So many movements of dollars, whose sums are right. */
const movementsOf = (count: number): DocumentPart => {
  let balance = 1_250_000
  let [paidIn, paidOut] = [0, 0]
  const rows = Array.from({ length: count }, (_, n) => {
    const cents = ((n * 7919) % 90_000) + 137
    const isIn = n % 3 !== 0
    balance += isIn ? cents : -cents
    if (isIn) paidIn += cents
    else paidOut += cents
    const day = new Date(Date.UTC(2026, 9, 1 + Math.floor((n * 30) / count)))
    return [
      dayOf.format(day),
      types[n % types.length] ?? '',
      `${48_000 + n}`,
      isIn ? '' : dollars(-cents),
      isIn ? dollars(cents) : '',
      dollars(balance),
    ]
  })
  return {
    kind: 'table',
    heading: 'Movements of USDT',
    columns: [
      { label: 'Date', align: 'start', share: 13 },
      { label: 'What', align: 'start', share: 35 },
      { label: 'Number', align: 'start', share: 10 },
      { label: 'Out', align: 'end', share: 14 },
      { label: 'In', align: 'end', share: 14 },
      { label: 'Balance', align: 'end', share: 14 },
    ],
    rows,
    sums: [
      ['', 'Sum of movements', '', dollars(-paidOut), dollars(paidIn), ''],
      ['31 Oct 2026', 'Closing balance', '', '', '', dollars(balance)],
    ],
    empty: 'Nothing moved.',
  }
}

export const statement = (movements: number): DocumentContent => ({
  title: 'Account statement',
  subtitle: '1 October 2026 to 31 October 2026',
  holder,
  parts: [
    {
      kind: 'table',
      heading: 'Summary',
      columns: [
        { label: 'Asset', align: 'start', share: 20 },
        { label: 'Opening, 1 Oct 2026', align: 'end', share: 20 },
        { label: 'In', align: 'end', share: 20 },
        { label: 'Out', align: 'end', share: 20 },
        { label: 'Closing, 31 Oct 2026', align: 'end', share: 20 },
        { label: 'Value in USD', align: 'end', share: 20 },
      ],
      rows: [
        ['QMGT', grams(12_500_000), grams(7_412_300), grams(-1_000_000), grams(18_912_300), '2,535.76'],
        ['USDT', '12,500.00', '20,143.12', '−9,870.50', '22,772.62', '22,772.62'],
        ['GAE', grams(1_250_000_000), grams(0), grams(0), grams(1_250_000_000), '167,600.00'],
      ],
      sums: [['All', '', '', '', '', '192,908.38']],
      empty: 'Nothing was held.',
    },
    movementsOf(movements),
    {
      kind: 'table',
      heading: 'Movements of GAE',
      columns: [
        { label: 'Date', align: 'start', share: 20 },
        { label: 'What', align: 'start', share: 60 },
        { label: 'Balance', align: 'end', share: 20 },
      ],
      rows: [],
      sums: [],
      empty: 'Nothing moved in this period.',
    },
  ],
  notes: [
    'Values are what each asset would have brought at the end of the period, at the price we bought at. Figures are cut to the decimals that are shown; the attached data has them all.',
    'Please tell us within 30 days if something is not as you know it: support@ingot.example.',
  ],
})

const balanceConfirmation: DocumentContent = {
  title: 'Confirmation of balances',
  subtitle: 'As of 31 October 2026, end of day',
  holder,
  parts: [
    {
      kind: 'text',
      heading: '',
      paragraphs: [
        'To whom it may concern',
        'We confirm that at the end of the day named above, in the time zone Europe/Zurich, we held the following for the person named above. The holdings are registered in this name alone, and nothing is known to us that limits them, except where it is said below.',
      ],
    },
    {
      kind: 'table',
      heading: 'Balances',
      columns: [
        { label: 'Asset', align: 'start', share: 20 },
        { label: 'Kind of holding', align: 'start', share: 40 },
        { label: 'Balance', align: 'end', share: 20 },
        { label: 'Price in USD', align: 'end', share: 20 },
        { label: 'Value in USD', align: 'end', share: 20 },
      ],
      rows: [
        ['QMGT', 'Available', '18.912300', '134.08', '2,535.76'],
        ['GAE', 'In a plan until 1 March 2029', '1,250.000000', '134.08', '167,600.00'],
        ['USDT', 'Available', '22,772.62', '1.00', '22,772.62'],
      ],
      sums: [['All', '', '', '', '192,908.38']],
      empty: 'Nothing was held.',
    },
  ],
  notes: ['This document is signed electronically and is valid without a signature by hand.'],
}

const taxTable = (heading: string, [first, second, third, all]: [string, string][]): DocumentPart => ({
  kind: 'table',
  heading,
  columns: [
    { label: 'Sold on', align: 'start', share: 16 },
    { label: 'Asset', align: 'start', share: 10 },
    { label: 'Quantity', align: 'end', share: 18 },
    { label: 'Proceeds in USD', align: 'end', share: 18 },
    { label: 'Cost in USD', align: 'end', share: 18 },
    { label: 'Gain in USD', align: 'end', share: 18 },
  ],
  rows: [
    ['14 Mar 2026', 'QMGT', '1.000000', '121.10', ...(first ?? [])],
    ['2 Jun 2026', 'QMGT', '2.500000', '318.25', ...(second ?? [])],
    ['30 Sep 2026', 'QMGT', '0.250000', '31.02', ...(third ?? [])],
  ],
  sums: [['2026', 'All', '3.750000', '470.37', ...(all ?? [])]],
  empty: 'Nothing was sold.',
})

const byAverage: [string, string][] = [
  ['98.40', '22.70'],
  ['250.30', '67.95'],
  ['33.52', '−2.50'],
  ['382.22', '88.15'],
]

const byFirst: [string, string][] = [
  ['95.20', '25.90'],
  ['249.20', '69.05'],
  ['33.52', '−2.50'],
  ['377.92', '92.45'],
]

const taxReport: DocumentContent = {
  title: 'Tax report',
  subtitle: '1 January 2026 to 31 December 2026',
  holder,
  parts: [
    {
      kind: 'facts',
      heading: 'In short',
      facts: [
        { label: 'Bought', value: '18,420.00 USD, fees of 46.05 USD included' },
        { label: 'Sold', value: '470.37 USD, after fees of 1.18 USD' },
        { label: 'Gain by average cost', value: '88.15 USD', strong: true },
        { label: 'Gain by first-in-first-out', value: '92.45 USD', strong: true },
      ],
    },
    taxTable('Sales, cost by average', byAverage),
    taxTable('Sales, cost by first-in-first-out', byFirst),
    {
      kind: 'text',
      heading: 'How it is reckoned',
      paragraphs: [
        'By average cost, each gram sold has cost what the grams held just before the sale had cost on average. By first-in-first-out, the grams that were bought first are sold first. Fees are part of the cost when buying and lessen the proceeds when selling.',
        'Which of the two applies to you depends on where you are taxed.',
      ],
    },
  ],
  notes: ['This report is a sum of what we know. It is no tax advice.'],
}

export const samples: Record<string, DocumentContent> = {
  receipt,
  statement: statement(60),
  'balance-confirmation': balanceConfirmation,
  'tax-report': taxReport,
}
