import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { openPage } from '../../lib/test-page.tsx'
import { bodyOf, failure, ok } from '../../lib/test-server.ts'
import { NewTerms } from './new-terms.tsx'

const wanted = {
  name: 'term-conditions',
  title: 'Terms and conditions',
  version: '3.0',
  publishedOn: '2026-12-01',
  changes: [{ version: '3.0', words: 'Groups are described.' }],
}

afterEach(() => sessionStorage.clear())

const open = (answers: object = {}) => {
  tellPages(() => true)
  return openPage(NewTerms, '/', '/', {
    'GET /consents': ok({ wanted: [wanted], accepted: [] }),
    'POST /consents': ok({ wanted: [], accepted: [] }),
    ...answers,
  })
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'What has changed' }))

it('says what changed, and is accepted in the version that was shown', async () => {
  const { requests } = open()
  const shown = await dialog()
  expect(shown.getByText('Groups are described.')).toBeTruthy()
  expect(shown.getByText(/^Version 3\.0, in force from/)).toBeTruthy()
  fireEvent.click(shown.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(requests.find(({ method }) => method?.toLowerCase() === 'post'))).toEqual({
    texts: [{ name: 'term-conditions', version: '3.0' }],
  })
  expect(screen.queryByRole('region', { name: 'New terms' })).toBeNull()
})

it('is put off until it is asked for again, and stays in sight', async () => {
  open()
  fireEvent.click((await dialog()).getByRole('button', { name: 'Not now' }))
  expect(await screen.findByText(/nothing new can be begun/)).toBeTruthy()
  act(() => fireEvent.click(screen.getByRole('button', { name: 'See what has changed' })))
  await dialog()
})

it('that could not be accepted says why', async () => {
  open({ 'POST /consents': failure(409, 'TextOutdated', 'The terms have changed.') })
  const shown = await dialog()
  fireEvent.click(shown.getByRole('button', { name: 'Accept' }))
  expect(await shown.findByText('The terms have changed.')).toBeTruthy()
})

it('shows nothing to who has accepted everything', async () => {
  const { requests } = open({ 'GET /consents': ok({ wanted: [], accepted: [] }) })
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(document.body.textContent).not.toContain('terms')
})
