import { expect, test } from 'vitest'
import { allEndpoints } from './all.ts'
import { countryCodes, currencyCodes, threeLettersOf } from './countries.ts'
import { testSpecified } from './test-specified.ts'

testSpecified({
  'POST /applicant/access-token': ['Failed', 'null'],
  'POST /applicant/get-status': ['Failed', 'null'],
  'POST /applicant/get-data': ['Failed', 'null'],
  'POST /verification/personal-info': ['Failed', 'raise'],
  'POST /verification/save-draft-personal': ['Failed', 'raise'],
  'GET /verification/get-personal': ['Failed', 'null'],
  'GET /verification/is-verify': ['Failed', 'null'],
  'GET /check-user-progress': ['Failed', 'null'],
  'GET /getAccountAddress/:userHash': ['Nominee validation failed. Please try again.', 'raise'],
})

test('the calls of the provider carry the page’s public token, and no other call does', () => {
  const withClientToken = allEndpoints.filter(({ bearer }) => bearer === 'client').map(({ path }) => path)
  expect(withClientToken).toEqual(allEndpoints.map(({ path }) => path).filter((path) => path.startsWith('/applicant/')))
})

test('every country and currency is one that the world knows, once', () => {
  const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const currencies = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  expect(countryCodes).toHaveLength(249)
  expect(new Set(countryCodes.map(threeLettersOf)).size).toBe(249)
  for (const country of countryCodes) expect([country, countries.of(country)]).not.toContain(undefined)
  expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
  for (const currency of currencyCodes) expect([currency, currencies.of(currency)]).not.toContain(undefined)
  expect(['GB', 'DE', 'CH'].map(threeLettersOf)).toEqual(['GBR', 'DEU', 'CHE'])
})
