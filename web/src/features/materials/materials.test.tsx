import type { ManagedMaterial, Material } from '@ingot/endpoints/materials'
import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, signInOperator } from '../../lib/test-console.tsx'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok } from '../../lib/test-server.ts'
import { Materials } from './materials.tsx'
import { OperatorMaterialsPage } from './operator-materials-page.tsx'

const idOf = (end: string) => `0198a3c1-0000-7000-8000-0000000000${end}`
const link = 'https://portal.example/register?ref=ADA23456'
const banner: Material = {
  ...{ id: idOf('b1'), kind: 'banner', title: 'Café gold', headline: 'Gold in your own name', text: 'By the gram.' },
  sizes: ['1200x628', '300x250'],
}
const message: Material = {
  ...{ id: idOf('a1'), kind: 'message', title: 'A short message', headline: '', sizes: [] },
  text: `Look at this: ${link}\nThe price of gold can fall.`,
}
const mail: Material = { ...message, id: idOf('a2'), kind: 'mail', title: 'A letter', headline: 'How I save' }

const picture = { status: 200, data: new Uint8Array([1, 2, 3]) }
const saved: { name: string; type: string }[] = []

beforeEach(() => {
  saved.length = 0
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = `blob:${blobs.size}`
    blobs.set(address, blob as Blob)
    return address
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, type: blobs.get(this.href)?.type ?? '' })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  act(() => useSession.getState().logOut())
})

const open = (materials: Material[], more: Answers = {}) =>
  openPage(Materials, '/Tools', '/Tools?part=materials', {
    'GET /materials': ok({ link, materials }),
    [`GET /materials/${banner.id}/1200x628/svg`]: picture,
    ...more,
  })

it('shows the own link, each banner as it looks with its sizes, and each text as it is sent', async () => {
  open([banner, message, mail])
  expect(await screen.findByText(link)).toBeTruthy()
  expect(await screen.findByRole('img', { name: 'Banner: Gold in your own name' })).toBeTruthy()
  const sizes = within(screen.getByRole('list', { name: 'Sizes of Café gold' })).getAllByRole('listitem')
  expect(sizes.map(({ textContent }) => textContent)).toEqual([
    '1200 × 628 · Link previewPNGSVG',
    '300 × 250 · RectanglePNGSVG',
  ])
  expect(screen.getAllByText(/Look at this/)[0]?.textContent).toBe(message.text)
  expect(screen.getByText('E-mail, subject: How I save')).toBeTruthy()
})

it('saves one of them as a file, and all of them in one', async () => {
  open([banner], {
    [`GET /materials/${banner.id}/300x250/png`]: picture,
    'GET /materials/all': picture,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Download Café gold, 300 × 250, as PNG' }))
  await waitFor(() => expect(saved).toEqual([{ name: 'cafe-gold-300x250.png', type: 'image/png' }]))
  fireEvent.click(screen.getByRole('button', { name: 'Download all' }))
  await waitFor(() => expect(saved[1]).toEqual({ name: 'materials.zip', type: 'application/zip' }))
})

it('says why one could not be saved, and when a preview is missing', async () => {
  open([banner], {
    [`GET /materials/${banner.id}/1200x628/svg`]: failure(503, 'Unavailable', 'Please try again shortly.'),
    [`GET /materials/${banner.id}/300x250/svg`]: failure(429, 'TooManyTries', 'Too many attempts.', { retryAfter: 60 }),
  })
  expect(await screen.findByText('The preview could not be loaded. The files can be.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Download Café gold, 300 × 250, as SVG' }))
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy()
  expect(saved).toEqual([])
})

it('copies a text whole', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  open([message])
  fireEvent.click(await screen.findByRole('button', { name: 'Copy A short message' }))
  expect(await screen.findByText('Copied.')).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith(message.text)
  vi.unstubAllGlobals()
})

it('has the link also while there is nothing else', async () => {
  open([])
  expect(await screen.findByText('No banners and texts at the moment')).toBeTruthy()
  expect(screen.getByText(link)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download all' })).toBeNull()
})

const managed: ManagedMaterial = {
  ...banner,
  ...{ place: 10, version: 3, isRetired: false, changedAt: '2026-11-01T00:00:00.000Z', changedBy: 'olga' },
}

const openManaged = (materials: ManagedMaterial[], roles: Role[] = ['Compliance'], more: Answers = {}) => {
  signInOperator(roles)
  return openConsole(OperatorMaterialsPage, '/operator/materials', '/operator/materials', {
    'GET /operator/materials': ok(materials),
    [`GET /operator/materials/${managed.id}/preview/1200x628`]: picture,
    'POST /operator/materials': ok(managed),
    [`POST /operator/materials/${managed.id}`]: ok(managed),
    [`POST /operator/materials/${managed.id}/retire`]: ok(managed),
    ...more,
  })
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('an operator adds a banner, and reads at its field why a text is refused', async () => {
  const refused = 'Please leave out percentages, guarantees and any other promise of a return.'
  const { sentTo, answers } = openManaged([managed], ['Compliance'], {
    'POST /operator/materials': failure(400, 'MaterialRefused', refused, {
      errors: [{ path: ['text'], message: refused }],
    }),
  })
  await press('Add a material')
  const dialog = await dialogNamed('Add a material')
  pressIn(dialog, 'Add')
  expect(await dialog.findByText('Please give it a title.')).toBeTruthy()
  fillIn(dialog, { Title: 'Calm', Headline: 'Calm gold', Text: '5 % a year', Place: '7' })
  fireEvent.click(dialog.getByLabelText('1080 × 1920 · Story'))
  pressIn(dialog, 'Add')
  expect(await dialog.findByText(refused)).toBeTruthy()
  answers['POST /operator/materials'] = ok(managed)
  fillIn(dialog, { Text: 'By the gram.' })
  pressIn(dialog, 'Add')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(sentTo('POST /operator/materials')[1])).toEqual({
    ...{ kind: 'banner', title: 'Calm', headline: 'Calm gold', text: 'By the gram.', place: 7 },
    sizes: ['1200x628', '1080x1080', '728x90', '300x250'],
  })
})

it('a short message has neither headline nor sizes', async () => {
  const { sentTo } = openManaged([])
  expect(await screen.findByText('No materials yet')).toBeTruthy()
  await press('Add a material')
  const dialog = await dialogNamed('Add a material')
  fireEvent.click(dialog.getByRole('radio', { name: 'Short message' }))
  expect(dialog.queryByLabelText('Headline')).toBeNull()
  fillIn(dialog, { Title: 'Short', Text: 'Look at this:' })
  pressIn(dialog, 'Add')
  await waitFor(() => expect(sentTo('POST /operator/materials')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /operator/materials')[0])).toMatchObject({ kind: 'message', headline: '', sizes: [] })
})

it('one is changed as it was seen, retired, and its history read', async () => {
  const { sentTo } = openManaged([managed], ['Owner'], {
    [`GET /operator/materials/${managed.id}/versions`]: ok([managed, { ...managed, version: 2, text: 'Before.' }]),
  })
  expect(await screen.findByRole('img', { name: 'Banner: Gold in your own name' })).toBeTruthy()
  await press('Change Café gold')
  const dialog = await dialogNamed('Change: Café gold')
  fillIn(dialog, { Headline: 'Gold, calmly' })
  pressIn(dialog, 'Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(sentTo(`POST /operator/materials/${managed.id}`)[0])).toEqual({
    ...{ title: 'Café gold', headline: 'Gold, calmly', text: 'By the gram.', sizes: managed.sizes, place: 10 },
    version: 3,
  })
  await press('Retire: Café gold')
  await waitFor(() => expect(sentTo(`POST /operator/materials/${managed.id}/retire`)).toHaveLength(1))
  expect(bodyOf(sentTo(`POST /operator/materials/${managed.id}/retire`)[0])).toEqual({ version: 3, isRetired: true })
  const history = screen.getByText('History').closest('details') as HTMLDetailsElement
  history.open = true
  fireEvent(history, new Event('toggle'))
  expect((await screen.findByText(/Before\./)).textContent).toContain('Version 2')
})

it('others only look at them', async () => {
  openManaged([{ ...managed, isRetired: true }], ['Auditor'])
  expect(await screen.findByText('Retired')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
