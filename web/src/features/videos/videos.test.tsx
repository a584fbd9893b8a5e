import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cueAt, cuesOf, timeWords } from '@ingot/endpoints/cues'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage } from '../../lib/test-page.tsx'
import { ok } from '../../lib/test-server.ts'
import { filesOf, films } from './films.ts'
import { hasPlace, keepPlace, placeIn } from './kept-place.ts'
import { VideosPage } from './videos-page.tsx'

const chapters = `WEBVTT

00:00.000 --> 00:12.500
Sign up

00:12.500 --> 01:05.250
Log in
`
const captions = `WEBVTT - made by hand

NOTE nobody reads this

1
00:00.000 --> 00:02.000 align:start
Enter your
e-mail address.

00:02.000 --> 01:00:00.000
Then log in.
`

describe('cues', () => {
  it('are read from a file, whatever else stands in it', () => {
    expect(cuesOf(captions)).toEqual([
      { from: 0, to: 2, text: 'Enter your e-mail address.' },
      { from: 2, to: 3600, text: 'Then log in.' },
    ])
    expect(cuesOf(captions.replaceAll('\n', '\r\n'))).toHaveLength(2)
    expect(cuesOf('<!doctype html>')).toEqual([])
  })

  it('say which one a moment is in', () => {
    const cues = cuesOf(chapters)
    expect([0, 12.4, 12.5, 999].map((at) => cueAt(cues, at))).toEqual([0, 0, 1, 1])
    expect(timeWords(65.25)).toBe('1:05')
  })
})

describe('every film in the repository', () => {
  const folder = join(import.meta.dirname, '../../../public')
  const text = (file: string) => readFileSync(join(folder, file), 'utf8')

  it.each(films)('$name has captions and chapters that follow one another, and a picture', (film) => {
    const files = filesOf(film)
    for (const file of Object.values(files)) expect(existsSync(join(folder, file)), file).toBe(true)
    for (const file of [files.captions, files.chapters]) {
      const cues = cuesOf(text(file))
      expect(cues.length).toBeGreaterThan(1)
      expect(cues[0]?.from).toBe(0)
      for (const [index, cue] of cues.entries()) {
        expect(cue.to).toBeGreaterThan(cue.from)
        expect(cue.to).toBe(cues[index + 1]?.from ?? cue.to)
      }
    }
    // Chapters lie within what is told.
    expect(cuesOf(text(files.chapters)).at(-1)?.to).toBe(cuesOf(text(files.captions)).at(-1)?.to)
  })

  it('takes little room, all of them together', () => {
    const bytes = films.flatMap((film) => Object.values(filesOf(film))).map((file) => statSync(join(folder, file)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000_000)
  })
})

describe('the page', () => {
  const play = vi.fn(async () => undefined)
  beforeEach(() => {
    HTMLMediaElement.prototype.play = play
  })
  afterEach(() => {
    localStorage.clear()
    play.mockClear()
  })

  const id = '0198a3c1-0000-7000-8000-0000000000f1'
  const own = {
    ...{
      id,
      title: 'Our counter',
      about: 'Where bars are fetched.',
      type: 'video/mp4',
      bytes: 3,
      poster: 'ab'.repeat(16),
    },
    captions: [{ from: 0, to: 5, text: 'This is the door.' }],
    chapters: [{ from: 0, to: 5, text: 'The door' }],
  }
  const told = films.flatMap((film) => [
    [`GET ${filesOf(film).chapters}`, { status: 200, data: chapters }] as const,
    [`GET ${filesOf(film).captions}`, { status: 200, data: captions }] as const,
  ])
  const open = (address = '/instructional-videos', added: object[] = []) =>
    openPage(VideosPage, '/instructional-videos', address, {
      ...Object.fromEntries(told),
      'GET /films': ok(added),
      [`GET /films/${id}`]: { status: 200, data: new Uint8Array([1, 2, 3]) },
    })
  const screenOf = (title: string) => screen.getByLabelText(title, { selector: 'video' }) as HTMLVideoElement

  it('shows the first film, and another one that is chosen or named in the address', async () => {
    const { router } = open()
    expect(screenOf('Open an account').src).toContain('/videos/register.webm')
    fireEvent.click(screen.getByRole('button', { name: /^Buy gold/ }))
    await waitFor(() => expect(router.state.location.search).toBe('?film=buy'))
    expect(screenOf('Buy gold').src).toContain('/videos/buy.webm')
  })

  it('shows those that were added as well, with what is said in them', async () => {
    const addresses = vi.spyOn(URL, 'createObjectURL')
    open(`/instructional-videos?film=${id}`, [own])
    await waitFor(() => expect(screenOf('Our counter').src).toMatch(/^blob:/))
    expect(screen.getByText('This is the door.')).toBeTruthy()
    expect(screen.getByRole('button', { name: '0:00 The door' })).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Films' }).querySelectorAll('img')[films.length]?.src).toContain(
      `/films/posters/${own.poster}`,
    )
    const types = addresses.mock.calls.map(([blob]) => (blob as Blob).type)
    expect(types.sort()).toEqual(['text/vtt', 'text/vtt', 'video/mp4'])
    addresses.mockRestore()
  })

  it('that is asked for a film that is none shows the first', () => {
    open('/instructional-videos?film=../secret')
    expect(screenOf('Open an account')).toBeTruthy()
  })

  it('goes to a chapter or a sentence that is pressed', async () => {
    open()
    const film = screenOf('Open an account')
    const list = await screen.findByRole('navigation', { name: 'Chapters' })
    fireEvent.click(await within(list).findByRole('button', { name: '0:12 Log in' }))
    expect(film.currentTime).toBe(12.5)
    expect(play).toHaveBeenCalledTimes(1)
    fireEvent.click(screen.getByText('Then log in.'))
    expect(film.currentTime).toBe(2)
  })

  it('listens to keys, and not to those that belong to the browser', () => {
    open()
    const film = screenOf('Open an account')
    Object.defineProperty(film, 'duration', { value: 60 })
    fireEvent.keyDown(film, { key: 'l' })
    expect(film.currentTime).toBe(10)
    fireEvent.keyDown(film, { key: 'l', ctrlKey: true })
    expect(film.currentTime).toBe(10)
    fireEvent.keyDown(film, { key: 'J' })
    expect(film.currentTime).toBe(0)
    fireEvent.click(screen.getByLabelText('1.5×'))
    expect(film.playbackRate).toBe(1.5)
  })
})

it('where somebody stopped is kept by film, but not near either end', () => {
  keepPlace('buy', 20.7)
  expect([placeIn('buy', 60), placeIn('register', 60), hasPlace('buy')]).toEqual([20, 0, true])
  keepPlace('buy', 58)
  expect(placeIn('buy', 60)).toBe(0)
  keepPlace('buy', 1)
  expect([placeIn('buy', 60), hasPlace('buy')]).toEqual([0, false])
  localStorage.clear()
})
