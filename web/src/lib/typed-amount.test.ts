import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

/** Reads as a device with this language does. */
const on = async (language: string) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
  vi.resetModules()
  return import('./typed-amount.ts')
}

const read = async (language: string, text: string, asset = 'USDT') => (await on(language)).readEntry({ text }, asset)

describe('what has one meaning', () => {
  it.each([
    ['en-US', '1000', '1000'],
    ['en-US', '1,000.50', '1000.50'],
    ['en-US', '12,345,678.9', '12345678.9'],
    ['en-US', '1,000,000', '1000000'],
    ['en-US', '.5', '0.5'],
    ['en-US', '007.50', '7.50'],
    ['en-US', ' 1 000.50 ', '1000.50'],
    ['en-US', '1,000.50 USDT', '1000.50'],
    ['en-US', '1,000.50usdt', '1000.50'],
    ['de-DE', '1.000,50', '1000.50'],
    ['de-DE', '1.000.000', '1000000'],
    ['de-DE', '0,25', '0.25'],
    ['de-DE', '42000,5', '42000.5'],
    ['de-DE', ',5', '0.5'],
    ['fr-FR', '1\u202f000,50', '1000.50'],
    ['fr-FR', '1 000,50', '1000.50'],
    ['de-CH', '1’000.50', '1000.50'],
    ['de-CH', "1'000.50", '1000.50'],
    ['de-CH', '42’000', '42000'],
    ['en-IN', '12,34,567', '1234567'],
    ['en-IN', '12,34,567.50', '1234567.50'],
    ['ar-EG', '١٬٠٠٠٫٥', '1000.5'],
    ['en-US', '99999999999999999999.999999999999999999', '99999999999999999999.999999999999999999'],
    ['en-US', '99,999,999,999,999,999,999.999999999999999999', '99999999999999999999.999999999999999999'],
  ])('on %s %s is %s, without a word', async (language, text, amount) => {
    expect(await read(language, text)).toEqual({ amount })
  })

  it.each([
    ['en-US', '1.000.000', '1000000', 'The point marks thousands here: 1,000,000.00\u00a0USDT.'],
    ['en-US', '1.000,50', '1000.50', 'The comma marks decimals here: 1,000.50\u00a0USDT.'],
    ['de-DE', '1,000.50', '1000.50', 'The point marks decimals here: 1.000,50\u00a0USDT.'],
    // A comma is the only mark on some keyboards.
    ['en-US', '1,5', '1.5', 'The comma marks decimals here: 1.50\u00a0USDT.'],
    ['en-US', '0,500', '0.500', 'The comma marks decimals here: 0.50\u00a0USDT.'],
    ['de-DE', '1234.5', '1234.5', 'The point marks decimals here: 1.234,50\u00a0USDT.'],
  ])('but is written as elsewhere is said back: on %s %s', async (language, text, amount, note) => {
    expect(await read(language, text)).toEqual({ amount, note })
  })
})

describe('what others would read differently', () => {
  it.each([
    ['en-US', '1,000', '1000', 'The comma marks thousands here: 1,000.00\u00a0USDT.'],
    ['en-US', '1.000', '1.000', 'The point marks decimals here: 1.00\u00a0USDT.'],
    ['de-DE', '1.000', '1000', 'The point marks thousands here: 1.000,00\u00a0USDT.'],
    ['de-DE', '1,234', '1.234', 'The comma marks decimals here: 1,234\u00a0USDT.'],
  ])('is read as the device writes it, and said: on %s %s', async (language, text, amount, note) => {
    expect(await read(language, text)).toEqual({ amount, note })
  })

  it.each([
    ['fr-FR', '1.234', 'This could mean 1,234 or 1234. Please write it one of these ways.'],
    ['de-CH', '1,234', 'This could mean 1.234 or 1234. Please write it one of these ways.'],
  ])('is asked about where the device has no such mark: on %s %s', async (language, text, problem) => {
    expect(await read(language, text)).toEqual({ problem })
  })

  it('is said with the decimals of its asset', async () => {
    expect((await read('en-US', '2,500', 'QMGT')).note).toBe('The comma marks thousands here: 2,500.000000\u00a0QMGT.')
  })

  it.each([
    ['GBP', '42,000', 'The comma marks thousands here: 42,000.00\u00a0GBP.'],
    ['GBP', '42,000 gbp', 'The comma marks thousands here: 42,000.00\u00a0GBP.'],
    ['', '42,000', 'The comma marks thousands here: 42,000.00.'],
  ])('may be of a currency, also of one that is not known yet: “%s”, %s', async (currency, text, note) => {
    expect(await read('en-US', text, currency)).toEqual({ amount: '42000', note })
  })
})

describe('what is no amount', () => {
  it.each([
    'abc',
    '-1',
    '+1',
    '1e3',
    '1,00,000',
    '1,000,00',
    '4,2000,0',
    '42k',
    '1.2.3',
    '1,2.3,4',
    '1 00',
    '1 000 000,000,5',
    '1.5 QMGT',
    '$5',
  ])('is told how to be written: %s', async (text) => {
    expect(await read('en-US', text)).toEqual({ problem: 'Please write the amount in digits, such as\u00a01,000.50.' })
  })

  it('shows the device’s own way', async () => {
    expect((await read('de-DE', 'viel')).problem).toBe('Please write the amount in digits, such as\u00a01.000,50.')
  })

  it('may have too many decimals, or too many digits', async () => {
    expect(await read('en-US', '1.1234567890123456789')).toEqual({ problem: 'Please use at most 18 decimal places.' })
    expect(await read('en-US', '1'.repeat(21))).toEqual({ problem: 'This is more than any account can hold.' })
  })
})

describe('what is still being typed', () => {
  it.each([
    ['', {}],
    ['  ', {}],
    ['.', {}],
    [',', {}],
    ['12.', { amount: '12' }],
    ['12,', { amount: '12' }],
    ['1,000.', { amount: '1000' }],
    ['1,000,', { amount: '1000' }],
    ['0', { amount: '0' }],
    ['0.0', { amount: '0.0' }],
  ])('%j is not held against anybody', async (text, reading) => {
    expect(await read('en-US', text)).toEqual(reading)
  })
})

describe('a figure that is filled in', () => {
  it.each([
    ['en-US', 'USDT', '1250.500000000000000001', '1,250.50'],
    ['de-DE', 'USDT', '1250.500000000000000001', '1.250,50'],
    ['en-US', 'QMGT', '7.712345678901234567', '7.712345'],
    ['en-US', 'USDT', '12', '12.00'],
  ])('on %s shows the decimals of %s, and counts to the last digit', async (language, asset, exact, text) => {
    const { filledIn, readEntry } = await on(language)
    expect(filledIn(asset, exact)).toEqual({ text, exact })
    expect(readEntry(filledIn(asset, exact), asset)).toEqual({ amount: exact })
  })

  it.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'ar-EG', 'es-ES', 'pl-PL'])(
    'on %s reads back as what it shows once it is typed on',
    async (language) => {
      const { filledIn, readEntry } = await on(language)
      const { text } = filledIn('USDT', '1234567.899')
      expect(readEntry({ text }, 'USDT')).toEqual({ amount: '1234567.89' })
    },
  )
})
