import { badRequest } from './refusal.ts'

const TEXT_LIMIT = 320

type Query = Record<string, unknown>

/** The parameters of a request, each a single text; an unknown or repeated one is refused, so that typing errors show. */
export const readQuery = (query: unknown, known: string[]): Record<string, string | undefined> => {
  const given = query as Query
  const values: Record<string, string | undefined> = {}
  for (const key of Object.keys(given)) {
    const value = given[key]
    if (!known.includes(key))
      throw badRequest(`There is no parameter "${key.slice(0, 50)}"; there are: ${known.join(', ')}`)
    if (typeof value !== 'string') throw badRequest(`${key} must be given once`)
    if (value.length > TEXT_LIMIT) throw badRequest(`${key} must be at most ${TEXT_LIMIT} characters`)
    if (value !== '') values[key] = value
  }
  return values
}

export type WholeNumberRule = { name: string; lowest: number; highest: number; otherwise: number }

export const wholeNumber = (text: string | undefined, rule: WholeNumberRule): number => {
  if (text === undefined) return rule.otherwise
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < rule.lowest || value > rule.highest)
    throw badRequest(`${rule.name} must be a whole number from ${rule.lowest} to ${rule.highest}`)
  return value
}
