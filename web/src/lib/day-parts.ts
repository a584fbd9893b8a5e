/** What was typed of a date so far. */
export type DateParts = { day: string; month: string; year: string }

export const partsOf = (date: string): DateParts => {
  const [year = '', month = '', day = ''] = date.split('-')
  return { day, month, year }
}

const padded = (digits: string, length: number) => (digits === '' ? '' : digits.padStart(length, '0'))

/** Year-month-day; also of parts, so that a draft keeps them. Whether it is a real day is the contract's to say. */
export const dateOf = ({ day, month, year }: DateParts): string =>
  day + month + year === '' ? '' : [year, padded(month, 2), padded(day, 2)].join('-')
