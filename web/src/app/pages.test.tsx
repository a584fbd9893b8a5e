import { readAnnouncementFeed } from '@ingot/endpoints/announcements'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signInOperator } from '../lib/test-console.tsx'
import { failure, fakeServer } from '../lib/test-server.ts'
import { App } from './app.tsx'
import { loadPage } from './page-route.ts'
import { hasPage, type RouteGate, routeTable } from './route-table.ts'
import { findRoutes, routes } from './routes.tsx'
import { closePortal, signInSample } from './test-portal.tsx'

const terms = {
  name: 'term-conditions',
  title: 'Terms and conditions of Ingot',
  version: '1.2',
  publishedOn: '2026-11-01',
  changes: '',
  sections: [
    { heading: 'Who we are', paragraphs: ['First.', 'Second.'] },
    { heading: 'Your account', paragraphs: ['Third.'] },
  ],
}

const Broken = (): null => {
  throw new Error('secret detail')
}

const signInFor = (gate: RouteGate) => {
  if (gate === 'operator') signInOperator(['Owner'])
  else if (gate !== 'public') signInSample()
}

const open = (address: string, given = routes) => {
  const router = createMemoryRouter(given, { initialEntries: [address], patchRoutesOnNavigation: findRoutes })
  render(<App router={router} />)
  return router
}

beforeEach(() => {
  fakeServer(({ url }) => ({ status: 200, data: { data: url === '/get-upline' ? true : terms } }))
})
afterEach(() => {
  closePortal()
  vi.restoreAllMocks()
})

const framed = routeTable.filter(({ isPlain }) => !isPlain)

describe('every page', () => {
  it.each(framed)('$sample has its title in the tab and stands in the frame', async ({ sample, title, gate }) => {
    signInFor(gate)
    open(sample)
    await screen.findByRole('main')
    await waitFor(() => expect(document.title).toBe(`${title} · Ingot`))
    expect(screen.getByRole('link', { name: 'Ingot, home' })).toBeTruthy()
  })

  it.each(routeTable.filter(({ isPlain }) => isPlain))('$sample names nobody', async ({ sample, title }) => {
    signInSample()
    open(sample)
    await screen.findByRole('main')
    await waitFor(() => expect(document.title).toBe(title))
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(screen.queryByRole('contentinfo')).toBeNull()
    expect(screen.getByRole('main').textContent).not.toMatch(/ingot|gold|QMGT/i)
  })

  it('is found without regard to case and to a slash at the end', async () => {
    open('/TERM-Conditions/')
    expect(await screen.findByRole('heading', { level: 1, name: terms.title })).toBeTruthy()
  })

  it('offers a way past the header', async () => {
    open('/')
    const skip = await screen.findByRole('link', { name: 'Skip to content' })
    expect(document.querySelector(skip.getAttribute('href') ?? '')).toBe(screen.getByRole('main'))
  })

  it.each(routeTable)('$sample leads only to pages that exist', async ({ sample, gate }) => {
    signInFor(gate)
    open(sample)
    const main = await screen.findByRole('main')
    await waitFor(() => expect(main.textContent).not.toBe(''))
    for (const link of screen.queryAllByRole('link')) {
      const href = link.getAttribute('href') ?? ''
      // What is read by programs has no page.
      const isFeed = href === `/api${readAnnouncementFeed.path}`
      const isKnown = isFeed || href.startsWith('#') || hasPage(href.replace(/\?.*/, ''))
      expect(isKnown, href).toBe(true)
    }
  })

  it('after a navigation takes focus to its heading and is announced', async () => {
    open('/')
    fireEvent.click(await screen.findByRole('link', { name: 'terms and conditions' }))
    const heading = await screen.findByRole('heading', { level: 1, name: /Terms and conditions/ })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('Terms and conditions · Ingot')
  })

  it('takes no focus when it is the first', async () => {
    open('/')
    await screen.findByRole('heading', { level: 1 })
    expect(document.activeElement).toBe(document.body)
  })
})

describe('the home page', () => {
  it('says what the service is and promises no return', async () => {
    open('/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Gold, by the gram.' })).toBeTruthy()
    expect(screen.getByText(/Ingot promises no return\./)).toBeTruthy()
  })

  it('says what a careful person looks for first, from the settings of the house', async () => {
    open('/')
    expect(await screen.findByText('Example Vaults, Zürich')).toBeTruthy()
    expect(screen.getByText('Example Assay Office, twice a year')).toBeTruthy()
    expect(screen.getByText('Ingot AG, Example')).toBeTruthy()
    expect(screen.getByText('How to take it out')).toBeTruthy()
  })

  it('leads to both legal texts', async () => {
    open('/')
    const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await hrefOf('terms and conditions')).toBe('/term-conditions')
    expect(await hrefOf('privacy policy')).toBe('/privacy-policy/')
  })

  it('leads to the reserves', async () => {
    open('/')
    const action = await screen.findByRole('link', { name: 'See how it is backed' })
    expect(action.getAttribute('href')).toBe('/reserves')
  })
})

describe('the colour scheme', () => {
  const scheme = () => document.documentElement.dataset.mantineColorScheme

  it('can be switched and is remembered, and goes back to following the device', async () => {
    open('/')
    fireEvent.click(await screen.findByRole('button', { name: 'Switch to the dark colour scheme' }))
    expect(scheme()).toBe('dark')
    expect(localStorage.getItem('ingot-color-scheme')).toBe('dark')
    fireEvent.click(screen.getByRole('button', { name: 'Switch to the light colour scheme' }))
    expect(scheme()).toBe('light')
    expect(localStorage.getItem('ingot-color-scheme')).toBe('auto')
  })
})

describe('the sample card', () => {
  it('shows fixed demo figures and says that they are', async () => {
    open('/test')
    const card = await screen.findByRole('region', { name: 'QMGT, demo figures' })
    expect(card.textContent).toContain('125.4820 QMGT')
    expect(card.textContent).toContain('16,312.66 USD')
    expect(card.textContent).toContain('130.00 USD')
    expect(card.textContent).toContain('up +1.24 %')
    expect(screen.getByText(/^Fixed demo figures/)).toBeTruthy()
  })
})

describe('an unknown path', () => {
  it('leads to the page for what is not found', async () => {
    open('/no-such-page')
    expect(await screen.findByText('Waiting..')).toBeTruthy()
  })
})

describe('a text of the service', () => {
  it('shows title, version, date, contents and sections', async () => {
    open('/term-conditions')
    expect(await screen.findByRole('heading', { level: 1, name: terms.title })).toBeTruthy()
    expect(screen.getByText(/Version 1\.2, in force from/).textContent).toBe(
      'Version 1.2, in force from November 1, 2026',
    )
    const contents = within(screen.getByRole('navigation', { name: 'Contents' }))
    expect(contents.getAllByRole('link').map((link) => link.textContent)).toEqual(['Who we are', 'Your account'])
    const target = contents.getByRole('link', { name: 'Your account' }).getAttribute('href') ?? ''
    expect(document.querySelector(target)?.textContent).toBe('2. Your account')
    expect(screen.getByText('Second.')).toBeTruthy()
  })

  it.each([
    ['/term-conditions', '/texts/term-conditions'],
    ['/term-conditions/', '/texts/term-conditions'],
    ['/privacy-policy', '/texts/privacy-policy'],
    ['/privacy-policy/', '/texts/privacy-policy'],
  ])('%s asks for %s', async (address, url) => {
    const requests = fakeServer(() => ({ status: 200, data: { data: terms } }))
    open(address)
    await screen.findByText('First.')
    expect(requests.filter((request) => /^.texts.[a-z-]+$/.test(request.url)).map((request) => request.url)).toEqual([
      url,
    ])
  })

  it('shows a skeleton while it is on its way', async () => {
    fakeServer(() => {
      throw new Promise(() => undefined)
    })
    open('/privacy-policy/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })).toBeTruthy()
    expect(screen.getByRole('status', { name: 'Loading the text' })).toBeTruthy()
  })

  it('that could not be read says so and is asked for again by Retry', async () => {
    fakeServer(() => failure(404, 'NotFound', 'Not found.'))
    open('/term-conditions')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The text could not be loaded')
    fakeServer(({ url }) => ({ status: 200, data: { data: url === '/get-upline' ? true : terms } }))
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('First.')).toBeTruthy()
  })
})

describe('a page that breaks', () => {
  const broken = (lazy: () => Promise<{ Component: () => null }>) => {
    const [frame] = routes
    const boundary = frame?.children?.[0]
    return [{ ...frame, children: [{ ...boundary, children: [{ path: '/', lazy }] }] }] as typeof routes
  }
  const silenceReact = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

  it('says what happened and offers Retry, inside the frame', async () => {
    silenceReact()
    open(
      '/',
      broken(async () => ({ Component: Broken })),
    )
    expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ingot, home' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('secret detail')
  })

  it('because a newer version was published offers to reload', async () => {
    silenceReact()
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
    open(
      '/',
      broken(async () => ({ Component: (await loadPage(gone)) as () => null })),
    )
    expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledOnce()
  })
})
