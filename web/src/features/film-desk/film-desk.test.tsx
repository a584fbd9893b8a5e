import type { ManagedFilm } from '@ingot/endpoints/films'
import type { Role } from '@ingot/endpoints/roles'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, signInOperator } from '../../lib/test-console.tsx'
import { type Answers, bodyOf, failure, ok } from '../../lib/test-server.ts'
import { OperatorVideosPage } from './operator-videos-page.tsx'

const film: ManagedFilm = {
  ...{ id: '0198a3c1-0000-7000-8000-0000000000f1', title: 'Our counter', about: 'Where bars are fetched.' },
  ...{ type: 'video/webm', bytes: 1_572_864, poster: 'ab'.repeat(16), state: 'shown' },
  ...{
    captions: [{ from: 0, to: 5, text: 'The door.' }],
    chapters: [],
    addedAt: '2026-11-10T09:00:00.000Z',
    addedBy: 'sue',
  },
}

const open = (roles: Role[] = ['Support'], over: Answers = {}) => {
  signInOperator(roles)
  const answers = { 'GET /operator/films': ok([film]), ...over }
  return openConsole(OperatorVideosPage, '/operator/videos', '/operator/videos', answers)
}
const proof = { password: 'blue kettle walks home', inputCode: '123456' }
const proven = { 'Your password': proof.password, '2FA code': proof.inputCode }
const choose = (label: string, file: File) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: [file] } })

afterEach(() => useSession.getState().logOut?.())

it('an Auditor sees what there is and is offered nothing', async () => {
  open(['Auditor'])
  expect(await screen.findByText(/1\.5 MB · 1 captions?/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('a video is added with its files, and what is wrong with one stands at it', async () => {
  const { sentTo, answers } = open(['Support'], {
    'POST /operator/films': failure(400, 'FilmRefused', 'Not a film.', {
      errors: [{ path: ['film'], message: 'Not a film.' }],
    }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Add a video' }))
  const dialog = await dialogNamed('Add a video')
  pressIn(dialog, 'Add')
  expect(await screen.findByText('Please choose a film.')).toBeTruthy()
  expect(sentTo('POST /operator/films')).toHaveLength(0)
  fillIn(dialog, { Title: 'The vault', 'What it shows': 'A visit.', ...proven })
  choose('File for a film', new File(['x'], 'vault.webm', { type: 'video/webm' }))
  choose('File for captions', new File(['WEBVTT'], 'vault.vtt'))
  choose('File for a picture', new File(['x'], 'vault.png', { type: 'image/png' }))
  expect(await screen.findByText('vault.vtt')).toBeTruthy()
  pressIn(dialog, 'Add')
  expect(await screen.findByText('Not a film.')).toBeTruthy()
  answers['POST /operator/films'] = ok(film)
  pressIn(dialog, 'Add')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo('POST /operator/films')).toHaveLength(2)
})

it('one is withdrawn for good with a reason', async () => {
  const { sentTo } = open(['Owner'], {
    [`POST /operator/films/${film.id}/withdraw`]: ok({ ...film, state: 'withdrawn' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw Our counter' }))
  const dialog = await dialogNamed('Withdraw: Our counter')
  fillIn(dialog, { Reason: 'It has moved', ...proven })
  pressIn(dialog, 'Withdraw it for good')
  await waitFor(() => expect(sentTo(`POST /operator/films/${film.id}/withdraw`)).toHaveLength(1))
  expect(bodyOf(sentTo(`POST /operator/films/${film.id}/withdraw`)[0])).toEqual({
    ...{ reason: 'It has moved', ...proof },
  })
})
