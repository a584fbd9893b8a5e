import type { EditedAnnouncement } from '@ingot/endpoints/announcements'
import type { Role } from '@ingot/endpoints/roles'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, signInOperator } from '../../lib/test-console.tsx'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { OperatorAnnouncementPage } from './operator-announcement-page.tsx'
import { OperatorContentPage } from './operator-content-page.tsx'

const id = '0198a3c1-0000-7000-8000-0000000000e1'
const paragraph = (text: string) => [{ type: 'paragraph', children: [{ type: 'text', text }] }]
const draft = {
  ...{ id, slug: 'a-new-vault', state: 'draft', title: 'A new vault', category: 'news', isPinned: false },
  ...{ publishAt: null, correctedAt: null, version: 3, changedAt: '2026-11-10T09:00:00.000Z', changedBy: 'sue' },
  ...{ source: 'Bars.', body: paragraph('Bars.'), correction: null },
  versions: [
    {
      version: 1,
      title: 'A vault',
      source: 'Old.',
      correction: null,
      changedAt: '2026-11-09T09:00:00.000Z',
      changedBy: 'sue',
    },
  ],
} as EditedAnnouncement
const published = { ...draft, state: 'published', publishAt: '2026-11-10T10:00:00.000Z' } as EditedAnnouncement

const openList = (roles: Role[] = ['Support'], over: Answers = {}) => {
  signInOperator(roles)
  return openConsole(OperatorContentPage, '/operator/content', '/operator/content', {
    'GET /operator/announcements': page([draft, { ...published, id: id.replace('e1', 'e2'), title: 'Lower fees' }]),
    ...over,
  })
}
const openOne = (announcement: EditedAnnouncement | 'new', roles: Role[] = ['Support'], over: Answers = {}) => {
  signInOperator(roles)
  const address = `/operator/content/${announcement === 'new' ? 'new' : id}`
  return openConsole(OperatorAnnouncementPage, '/operator/content/:id', address, {
    [`GET /operator/announcements/${id}`]: ok(announcement),
    'POST /operator/announcements/preview': ({ data }) =>
      ok({ body: paragraph(`seen ${JSON.parse(String(data)).source}`) }),
    ...over,
  })
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const proof = { password: 'blue kettle walks home', inputCode: '123456' }
/** Confirms what everybody will read, in the dialog that asks for it. */
const confirm = async (title: string, button: string, more: Record<string, string> = {}) => {
  const dialog = await dialogNamed(title)
  fillIn(dialog, { ...more, 'Your password': proof.password, '2FA code': proof.inputCode })
  pressIn(dialog, button)
  return dialog
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => vi.stubGlobal('scrollTo', vi.fn()))
afterEach(() => {
  useSession.getState().logOut?.()
  vi.unstubAllGlobals()
})

it('the list tells of each how it stands, and whoever may writes another', async () => {
  const { sentTo } = openList()
  const row = (await screen.findByText('A new vault')).closest('li') as HTMLElement
  expect(row.textContent).toMatch(/News.*Draft.*2026/)
  expect(within(row).getByRole('link').getAttribute('href')).toBe(`/operator/content/${id}`)
  expect(screen.getByRole('link', { name: 'Write an announcement' })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'withdrawn' } })
  await waitFor(() => expect(sentTo('GET /operator/announcements').at(-1)?.params).toEqual({ state: 'withdrawn' }))
})

it('an Auditor looks and is offered nothing', async () => {
  openList(['Auditor'])
  await screen.findByText('A new vault')
  expect(screen.queryByRole('link', { name: 'Write an announcement' })).toBeNull()
})

it('an Auditor reads a draft without a field or a button', async () => {
  const { sentTo } = openOne(draft, ['Auditor'])
  expect(await screen.findByText('Bars.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(sentTo('POST /operator/announcements/preview')).toHaveLength(0)
})

it('a new one is begun as a draft, with a preview of what is typed', async () => {
  const { sentTo, router } = openOne('new', ['Support'], { 'POST /operator/announcements': ok(draft) })
  await screen.findByRole('heading', { level: 1, name: 'Write an announcement' })
  type('Text', '**Bars**')
  expect(await screen.findByText('seen **Bars**')).toBeTruthy()
  await press('Save')
  expect(await screen.findByText('Please give it a title.')).toBeTruthy()
  type('Title', 'A new vault')
  await press('Save')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/operator/content/${id}`))
  expect(bodyOf(sentTo('POST /operator/announcements')[0])).toEqual({
    ...{ title: 'A new vault', category: 'news', source: '**Bars**', isPinned: false },
  })
})

it('is published as it was saved, and not before it was', async () => {
  const { sentTo } = openOne(draft, ['Owner'], { [`POST /operator/announcements/${id}/publish`]: ok(published) })
  await screen.findByRole('heading', { level: 2, name: 'Draft' })
  type('Text', 'Other bars.')
  expect(screen.getByRole('button', { name: 'Publish now' })).toHaveProperty('disabled', true)
  type('Text', 'Bars.')
  await press('Publish now')
  expect(sentTo(`POST /operator/announcements/${id}/publish`)).toHaveLength(0)
  await confirm('Publish: A new vault', 'Publish it now')
  expect(await screen.findByRole('heading', { level: 2, name: 'Published' })).toBeTruthy()
  expect(bodyOf(sentTo(`POST /operator/announcements/${id}/publish`)[0])).toEqual({ version: 3, at: null, ...proof })
})

it('is published at a time that was chosen, or it is said that none was', async () => {
  const scheduled = { ...published, state: 'scheduled', version: 4 } as EditedAnnouncement
  const { sentTo } = openOne(draft, ['Support'], {
    [`POST /operator/announcements/${id}/publish`]: ok(scheduled),
    [`POST /operator/announcements/${id}/unschedule`]: ok({ ...draft, version: 5 }),
  })
  await press('Publish at this time')
  expect(await screen.findByText('Please choose a day and a time.')).toBeTruthy()
  type('Publish at', '2026-12-01T09:30')
  await press('Publish at this time')
  await confirm('Publish: A new vault', 'Publish it then')
  await press('Make it a draft again')
  expect(await screen.findByRole('heading', { level: 2, name: 'Draft' })).toBeTruthy()
  expect(bodyOf(sentTo(`POST /operator/announcements/${id}/publish`)[0])).toEqual({
    ...{ version: 3, at: new Date('2026-12-01T09:30').toISOString(), ...proof },
  })
  expect(bodyOf(sentTo(`POST /operator/announcements/${id}/unschedule`)[0])).toEqual({ version: 4 })
})

it('a correction says what for, and whoever was overtaken keeps what was typed', async () => {
  const { sentTo, answers } = openOne(published, ['Support'], {
    [`POST /operator/announcements/${id}/correct`]: failure(400, 'PasswordIncorrect', 'Incorrect password.'),
  })
  await screen.findByRole('heading', { level: 2, name: 'Published' })
  type('Text', 'Mended.')
  type('What is corrected', 'A word.')
  await press('Save the correction')
  const dialog = await confirm('Change: A new vault', 'Change it for everybody')
  expect(await dialog.findByText('Incorrect password.')).toBeTruthy()
  answers[`POST /operator/announcements/${id}/correct`] = failure(409, 'StateChanged', 'This has changed meanwhile.')
  pressIn(dialog, 'Change it for everybody')
  expect(await screen.findByText(/Somebody else has changed it in the meantime/)).toBeTruthy()
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Mended.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bodyOf(sentTo(`POST /operator/announcements/${id}/correct`)[0])).toMatchObject({
    ...{ version: 3, source: 'Mended.', correction: 'A word.', ...proof },
  })
  answers[`GET /operator/announcements/${id}`] = ok({ ...published, version: 4, source: 'Theirs.' })
  await press('load it again')
  await waitFor(() => expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Theirs.'))
})

it('a change that was not confirmed is not made, and what was typed stays', async () => {
  const { sentTo } = openOne(published)
  await screen.findByRole('heading', { level: 2, name: 'Published' })
  type('Text', 'Mended.')
  await press('Save the correction')
  const dialog = await dialogNamed('Change: A new vault')
  pressIn(dialog, 'Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Mended.')
  expect(sentTo(`POST /operator/announcements/${id}/correct`)).toHaveLength(0)
})

it('is withdrawn for good with a reason, and nothing more can be done', async () => {
  const { sentTo } = openOne(published, ['Support'], {
    [`POST /operator/announcements/${id}/withdraw`]: ok({ ...published, state: 'withdrawn', version: 4 }),
  })
  await press('Withdraw')
  await confirm('Withdraw: A new vault', 'Withdraw it for good', { Reason: 'Wrong date' })
  expect(await screen.findByRole('heading', { level: 2, name: 'Withdrawn' })).toBeTruthy()
  expect(bodyOf(sentTo(`POST /operator/announcements/${id}/withdraw`)[0])).toEqual({
    ...{ version: 3, reason: 'Wrong date', ...proof },
  })
  expect(screen.queryByRole('button')).toBeNull()
})

it('a picture is sent and named in the text', async () => {
  const { sentTo } = openOne(draft, ['Support'], {
    'POST /operator/announcements/pictures': ok({ name: 'a1'.repeat(16), width: 8, height: 6 }),
  })
  const file = new File(['x'], 'the_new-door.png', { type: 'image/png' })
  await screen.findByLabelText('Text')
  fireEvent.change(screen.getByLabelText('Choose a picture'), { target: { files: [file] } })
  await waitFor(() =>
    expect(screen.getByLabelText('Text')).toHaveProperty(
      'value',
      `Bars.\n\n![the new door](picture:${'a1'.repeat(16)})`,
    ),
  )
  expect(sentTo('POST /operator/announcements/pictures')).toHaveLength(1)
})

it('an address that cannot be one is said to be none', async () => {
  signInOperator(['Support'])
  openConsole(OperatorAnnouncementPage, '/operator/content/:id', '/operator/content/sample', {})
  expect(await screen.findByText('There is no such announcement')).toBeTruthy()
})
