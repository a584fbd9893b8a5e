// What the house offers that can be closed, for a country or everywhere. Closed: nothing new of it; what is there lives on and
// can be ended.

export const productNames = [
  'swap',
  'gae',
  'convert',
  'remit',
  'spend',
  'gds',
  'staking',
  'referrals',
  'withdrawal',
] as const

export type ProductName = (typeof productNames)[number]

type Product = {
  /** What cannot be done while it is closed, as a sentence begins with it. */
  title: string
  /** What can be done all the same. */
  stays: string
  /** In production it is closed until two operators have opened it. Anywhere else everything begins open. */
  beginsClosed?: true
}

/** To buy is what is new of gold tokens; to sell them back ends it. Sending is no product: what somebody has is his to send. */
export const products: Readonly<Record<ProductName, Product>> = {
  swap: { title: 'Buying gold', stays: 'You can still sell what you have.' },
  gae: { title: 'Saving in GAE', stays: 'You can still end what you have.' },
  convert: { title: 'Gold Convert', stays: 'You can still end what you have.' },
  remit: { title: 'Remit To Save', stays: 'What is on its way counts, and you can still end what you have.' },
  spend: {
    title: 'Spend To Save',
    stays: 'What you have paid counts, and you can still end what you have.',
    beginsClosed: true,
  },
  gds: { title: 'Saving in a group', stays: 'You can still end what you have.' },
  staking: {
    title: 'QMGT +',
    stays: 'What you have staked continues, and its reward stays yours to claim.',
    beginsClosed: true,
  },
  referrals: {
    title: 'Rewards for bringing others',
    stays: 'What you have earned stays yours to claim.',
    beginsClosed: true,
  },
  withdrawal: { title: 'Taking gold out as bars', stays: 'You can still sell what you have.' },
}

/** Whether it is open before any operator has said something about it. */
export const beginsOpen = ({ beginsClosed }: Pick<Product, 'beginsClosed'>, isProduction: boolean): boolean =>
  !(beginsClosed && isProduction)

/** In the place of a country: all of them. */
export const everywhere = 'all'

/** Those that begin nothing which gold has to cover: they stay open while the reserves are not shown to cover what is owed. */
const needNoGold: readonly ProductName[] = ['referrals', 'withdrawal']

export const needsGold = (product: ProductName): boolean => !needNoGold.includes(product)

/** Why a product is closed to somebody: by itself, where he lives, since nobody knows where that is, or since gold may be missing. */
export const closedReasons = ['everywhere', 'country', 'unknown-country', 'reserves'] as const

export type ClosedReason = (typeof closedReasons)[number]

const endings: Record<ClosedReason, string> = {
  everywhere: 'is closed at the moment.',
  country: 'is not available in your country at the moment.',
  'unknown-country': 'is not available until we know which country you live in.',
  reserves: 'is stopped until our reserves are shown to cover everything we owe.',
}

/** As a customer reads it. */
export const closedWords = (product: ProductName, why: ClosedReason): string =>
  `${products[product].title} ${endings[why]}`
