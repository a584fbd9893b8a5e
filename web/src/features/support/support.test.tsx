import type { SupportGroup } from '@ingot/endpoints/support'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { openPage } from '../../lib/test-page.tsx'
import { failure, ok } from '../../lib/test-server.ts'
import { createFinder } from './find-answers.ts'
import { SupportPage } from './support-page.tsx'

const groups: SupportGroup[] = [
  {
    id: 'bars',
    title: 'Taking gold out as bars',
    questions: [
      {
        id: 'bar-costs',
        question: 'What do bars cost?',
        answer: ['Making is 9 USD for 1 g.', 'Insurance is 0.25 %.'],
        words: 'fee making delivery',
        page: { to: '/Physical-Withdrawal', label: 'Physical withdrawal' },
      },
      {
        id: 'bar-cancel',
        question: 'Can I cancel bars that I asked for?',
        answer: ['Yes, until they are packed.'],
        words: 'refund',
        page: { to: '/not-there', label: 'Nowhere' },
      },
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    questions: [
      {
        id: 'forgot-password',
        question: 'I forgot my password',
        answer: ['Ask for a link.'],
        words: 'reset lost login',
        page: null,
      },
    ],
  },
]

beforeEach(() => {
  tellPages((address) => ['/Physical-Withdrawal', '/status', '/contact-us'].includes(address))
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => vi.restoreAllMocks())

const open = (address = '/support', more: object = {}) =>
  openPage(SupportPage, '/support', address, {
    'GET /support/answers': ok(groups),
    'GET /status/line': ok([]),
    ...more,
  })

const detailsOf = async (name: string) =>
  (await screen.findByRole('heading', { level: 3, name })).closest('details') as HTMLDetailsElement
const asked = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const search = async (wanted: string) =>
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search the answers' }), { target: { value: wanted } })

it('shows questions in their groups, which open in place', async () => {
  open()
  const question = await detailsOf('What do bars cost?')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Taking gold out as bars',
    'Your account',
    'Something else?',
  ])
  expect(question.open).toBe(false)
  act(() => {
    question.open = true
    question.dispatchEvent(new Event('toggle'))
  })
  expect(question.textContent).toContain('Insurance is 0.25 %.')
  expect(screen.getByRole('link', { name: 'Physical withdrawal' }).getAttribute('href')).toBe('/Physical-Withdrawal')
})

it('finds by words, beginnings and with a misspelling, best first, and says how many', async () => {
  open()
  await screen.findByText('I forgot my password')
  await search('pasword')
  await waitFor(() => expect(asked()).toEqual(['I forgot my password']))
  expect(screen.getByText('1 answer').closest('[role=status]')).toBeTruthy()
  await search('bars')
  await waitFor(() => expect(asked()).toHaveLength(2))
  await search('zebra')
  expect(await screen.findByText('Nothing about “zebra”')).toBeTruthy()
  await search('')
  await waitFor(() => expect(asked()).toHaveLength(3))
})

it('searches without the server', async () => {
  const { requests } = open()
  await screen.findByText('I forgot my password')
  const before = requests.length
  await search('reset')
  await waitFor(() => expect(asked()).toEqual(['I forgot my password']))
  expect(requests).toHaveLength(before)
})

it('opens the question that the address names, and goes there', async () => {
  open('/support#bar-cancel')
  await waitFor(async () => expect((await detailsOf('Can I cancel bars that I asked for?')).open).toBe(true))
  expect((await detailsOf('What do bars cost?')).open).toBe(false)
  expect(document.activeElement?.textContent).toBe('Can I cancel bars that I asked for?')
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled()
})

it('copies a link that leads back to the question', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
  open('/support#bar-cancel')
  const question = await detailsOf('Can I cancel bars that I asked for?')
  fireEvent.click(question.querySelector('button') as HTMLButtonElement)
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/support#bar-cancel`))
  expect(await screen.findByText('Link copied.')).toBeTruthy()
})

it('offers only pages that are there, and says when something does not work', async () => {
  open('/support#bar-cancel', { 'GET /status/line': ok([{ id: 'one', title: 'There is no current gold price' }]) })
  expect(await screen.findByText('Something does not work at the moment.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contact us' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Videos' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Nowhere' })).toBeNull()
})

it('says that the answers could not be loaded, with a way to try again', async () => {
  const { answers } = open('/support', { 'GET /support/answers': failure(503, 'Unavailable', 'Busy.') })
  expect(await screen.findByText('The answers could not be loaded')).toBeTruthy()
  answers['GET /support/answers'] = ok(groups)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('I forgot my password')).toBeTruthy()
})

it('asks for all words first, and for any of them where none has all', () => {
  const find = createFinder(groups)
  expect(find('cancel bars')).toEqual(['bar-cancel'])
  expect(find('cancel password').toSorted()).toEqual(['bar-cancel', 'forgot-password'])
  expect(find('( * ~')).toEqual([])
})
