import type { Announcement, ListedAnnouncement } from '@ingot/endpoints/announcements'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { signInOperator } from '../../lib/test-console.tsx'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { AnnouncementsPage } from './announcements-page.tsx'

const vault: ListedAnnouncement = {
  ...{ slug: 'a-new-vault', title: 'A new vault', category: 'news', isPinned: true },
  ...{ publishedAt: '2026-11-10T09:00:00.000Z', correctedAt: '2026-11-12T09:00:00.000Z' },
}
const fees: ListedAnnouncement = {
  ...{ slug: 'lower-fees', title: 'Lower fees', category: 'terms', isPinned: false },
  ...{ publishedAt: '2026-11-11T09:00:00.000Z', correctedAt: null },
}
const name = 'a1'.repeat(16)
const read: Announcement = {
  ...vault,
  correction: 'The address.',
  body: [
    { type: 'heading', level: 2, children: [{ type: 'text', text: 'Where' }] },
    {
      type: 'paragraph',
      children: [
        { type: 'text', text: '<b>Zurich</b> ' },
        { type: 'link', href: 'https://maps.example', children: [{ type: 'text', text: 'map' }] },
        { type: 'link', href: '/reserves', children: [{ type: 'text', text: 'reserves' }] },
        { type: 'image', name, alt: 'The door', width: 800, height: 600 },
      ],
    },
    { type: 'list', start: 3, items: [[{ type: 'paragraph', children: [{ type: 'text', text: 'three' }] }]] },
  ],
}

const visit = { seenUntil: '2026-11-10T12:00:00.000Z', now: '2026-11-13T12:00:00.000Z' }

const open = (address = '/Announcements', over: Answers = {}) => {
  tellPages((known) => known.startsWith('/Announcements'))
  return openPage(AnnouncementsPage, '/Announcements/:slug?', address, {
    'GET /announcements': page([vault, fees]),
    'GET /announcements/a-new-vault': ok(read),
    'GET /announcement-visit': ok(visit),
    'POST /announcement-visit': ok({ seenUntil: visit.now }),
    ...over,
  })
}

const signInCustomer = () => {
  signInOperator([])
  useSession.getState().saveInfo({ role: 'customer' } as never)
}

const row = async (title: string) => (await screen.findByText(title)).closest('li') as HTMLElement

beforeEach(() => vi.stubGlobal('scrollTo', vi.fn()))
afterEach(() => {
  useSession.getState().logOut?.()
  vi.unstubAllGlobals()
})

it('a visitor sees what was announced with its category and date, and nothing is new', async () => {
  const { sentTo } = open()
  expect((await row('A new vault')).textContent).toMatch(/Pinned · News · .*2026.*Corrected/)
  expect((await row('Lower fees')).textContent).toMatch(/Terms and fees · /)
  expect(screen.queryByText('New')).toBeNull()
  expect(sentTo('GET /announcement-visit')).toHaveLength(0)
  expect(screen.getByRole('link', { name: 'RSS feed' }).getAttribute('href')).toBe('/api/announcements.rss')
})

it('one opens in its place, at an address of its own, as elements and never as markup', async () => {
  const { router } = open('/Announcements?category=news')
  fireEvent.click(within(await row('A new vault')).getByRole('link'))
  expect(router.state.location.pathname + router.state.location.search).toBe('/Announcements/a-new-vault?category=news')
  const article = within(await screen.findByRole('article', { name: 'A new vault' }))
  expect((await article.findByRole('heading', { level: 2 })).textContent).toBe('Where')
  expect(article.getByText(/<b>Zurich<\/b>/)).toBeTruthy()
  expect(article.getByText(/^Corrected on .*: The address\.$/)).toBeTruthy()
  const away = article.getByRole('link', { name: 'map' })
  expect([away.getAttribute('rel'), away.getAttribute('target')]).toEqual(['noopener noreferrer', '_blank'])
  expect(article.getByRole('link', { name: 'reserves' }).getAttribute('target')).toBeNull()
  expect(article.getByRole('img', { name: 'The door' }).getAttribute('src')).toBe(`/api/announcements/pictures/${name}`)
  expect(article.getByRole('list').getAttribute('start')).toBe('3')
  fireEvent.click(within(await row('A new vault')).getAllByRole('link')[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  expect(router.state.location.pathname).toBe('/Announcements')
})

it('a link to one that is further down than was read shows it above', async () => {
  open('/Announcements/a-new-vault', { 'GET /announcements': page([fees], '7') })
  expect(await screen.findByRole('heading', { level: 2, name: 'A new vault' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy()
})

it.each(['/Announcements/gone', '/Announcements/not%20a%20slug'])('says 404 of %s', async (address) => {
  open(address, { 'GET /announcements/gone': failure(404, 'NotFound', 'Not found.') })
  expect(await screen.findByText('Page Not Found', {}, { timeout: 4000 })).toBeTruthy()
})

it('a customer sees what is new since the last visit, which then counts as seen, once', async () => {
  signInCustomer()
  const { sentTo } = open()
  expect(within(await row('Lower fees')).getByText('New')).toBeTruthy()
  expect(within(await row('A new vault')).queryByText('New')).toBeNull()
  await waitFor(() => expect(sentTo('POST /announcement-visit')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /announcement-visit')[0])).toEqual({ until: fees.publishedAt })
  // Opening one is the same visit.
  fireEvent.click(within(await row('A new vault')).getByRole('link'))
  await screen.findByText(/^Corrected on/)
  expect(within(await row('Lower fees')).getByText('New')).toBeTruthy()
  expect(sentTo('GET /announcement-visit')).toHaveLength(1)
  expect(sentTo('POST /announcement-visit')).toHaveLength(1)
})

it('what is listed under one category says nothing of the others', async () => {
  signInCustomer()
  const { sentTo } = open('/Announcements?category=terms', { 'GET /announcements': page([fees]) })
  expect(within(await row('Lower fees')).getByText('New')).toBeTruthy()
  expect(sentTo('POST /announcement-visit')).toHaveLength(0)
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: '' } })
  await waitFor(() => expect(sentTo('POST /announcement-visit')).toHaveLength(1))
})

it('what could not be loaded was not seen', async () => {
  signInCustomer()
  const { sentTo } = open('/Announcements', { 'GET /announcements': failure(500, 'Internal', 'No.') })
  expect(await screen.findByText('The announcements could not be loaded')).toBeTruthy()
  expect(sentTo('POST /announcement-visit')).toHaveLength(0)
})

it('says so where there is nothing, and where nothing is of a kind', async () => {
  const { router } = open('/Announcements?category=security', { 'GET /announcements': page([]) })
  fireEvent.click(await screen.findByRole('button', { name: 'Show all' }))
  expect(await screen.findByText('No announcements yet')).toBeTruthy()
  expect(router.state.location.search).toBe('')
})
