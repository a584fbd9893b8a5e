import type { FigureName } from '@ingot/endpoints/dashboard'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import { productWords } from '../../lib/holding-words.ts'

/** What a figure counts, which decides how it is written: `loss` comes as a positive number, and is shown as what it takes away. */
export type FigureKind = 'result' | 'gain' | 'loss' | 'paid' | 'booked'

type Words = {
  readonly kind: FigureKind
  /** What it is called by itself. */
  readonly label: string
  /** What it is the sum of, in a sentence. */
  readonly about: string
}

const came = (than: 'more' | 'less', of = ''): string =>
  `Every holding${of} that has come to ${than} than it cost: what is open, at what it would bring now, with what was paid out for the rest.`

const gains = (of: string): Words => ({ kind: 'gain', label: `Gains of ${of}`, about: came('more', ` of ${of}`) })

const losses = (of: string): Words => ({ kind: 'loss', label: `Losses of ${of}`, about: came('less', ` of ${of}`) })

const booked = (of: string): Words => ({
  kind: 'booked',
  label: `Booked in ${of}`,
  about: 'What the gold that you still hold was worth when it was booked, before fees.',
})

const { GAE, GAEX, GCA } = productWords

export const figureWords: Readonly<Record<FigureName, Words>> = {
  totalGAEProfit: gains(GAE.name),
  totalGAELoss: losses(GAE.name),
  totalGAEXProfit: gains(GAEX.name),
  totalGAEXLoss: losses(GAEX.name),
  totalGoldConvertProfit: gains(GCA.name),
  totalGoldConvertLoss: losses(GCA.name),
  totalProfit: { kind: 'gain', label: 'All gains', about: came('more') },
  totalLoss: { kind: 'loss', label: 'All losses', about: came('less') },
  grandTotal: {
    kind: 'result',
    label: 'Gain or loss in all',
    about:
      'What every holding came to: what is open, at what it would bring now, with what was paid out, less all that it cost.',
  },
  TotalNetCashout: {
    kind: 'paid',
    label: 'Paid out, after fees',
    about: 'What you received for gold that you ended, in dollars at the price of that moment.',
  },
  totalGAEBookingNote: booked(`${GAE.name} and ${GAEX.name}`),
  totalGoldConvertBookingNote: booked(GCA.name),
  totalBooking: { ...booked('all products'), label: 'Booked in all' },
}

/** The figures of each product's result. What was bought in groups counts in the sums alone. */
export const productFigures: Readonly<Partial<Record<HoldingProduct, { gains: FigureName; losses: FigureName }>>> = {
  GAE: { gains: 'totalGAEProfit', losses: 'totalGAELoss' },
  GAEX: { gains: 'totalGAEXProfit', losses: 'totalGAEXLoss' },
  GCA: { gains: 'totalGoldConvertProfit', losses: 'totalGoldConvertLoss' },
}

/** Those that cannot be told without a price. */
export const needsPrice = ({ kind }: Pick<Words, 'kind'>): boolean =>
  kind === 'result' || kind === 'gain' || kind === 'loss'

export const figureAddress = (figure: FigureName): string => `/dashboard/${figure}`
