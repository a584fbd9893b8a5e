import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { stackOfRun } from './people.ts'
import { stateBehind } from './verified-people.ts'

const films = ['register', 'two-factor', 'verify', 'deposit', 'buy', 'plan', 'terminate', 'withdraw']

const filesOf = (name: string) => ({
  film: `/videos/${name}.webm`,
  captions: `/videos/${name}.vtt`,
  chapters: `/videos/${name}.chapters.vtt`,
  poster: `/videos/${name}.jpg`,
})

test.describe.configure({ timeout: 240_000 })

const timeIn = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)
const lengthOf = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.duration)

test('a film plays with captions, is sought by chapter and keys, and goes on where it was left', async ({
  browser,
}) => {
  const storageState = await stateBehind(browser, stackOfRun, 'customer')
  const context = await browser.newContext({
    baseURL: stackOfRun.portal,
    reducedMotion: 'reduce',
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/instructional-videos?film=register')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Instructional videos')
  await expect(page.getByRole('list', { name: 'Films' }).getByRole('listitem')).toHaveCount(films.length)
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  const chapters = page.getByRole('navigation', { name: 'Chapters' }).getByRole('button')
  await chapters.nth(2).click()
  await expect.poll(() => timeIn(page)).toBeGreaterThan(10)
  await expect(chapters.nth(2)).toHaveAttribute('aria-current', 'step')
  const cues = () => page.locator('video').evaluate((film: HTMLVideoElement) => film.textTracks[0]?.activeCues?.length)
  await expect.poll(cues).toBe(1)
  const film = page.locator('video')
  await film.focus()
  await page.keyboard.press('k')
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true)
  const before = await timeIn(page)
  await page.keyboard.press('j')
  expect(await timeIn(page)).toBeCloseTo(before - 10, 0)
  await page.getByText('1.5×', { exact: true }).click()
  expect(await film.evaluate((one: HTMLVideoElement) => one.playbackRate)).toBe(1.5)
  await page.getByText('Transcript', { exact: true }).click()
  await expect(page.getByRole('button', { name: /Six digits confirm whatever moves money/ })).toBeVisible()

  await page.reload()
  await expect.poll(() => timeIn(page)).toBeGreaterThan(10)
  await page.getByRole('button', { name: /^Buy gold/ }).click()
  await expect(page).toHaveURL(/\?film=buy$/)
  await expect(page.getByRole('button', { name: /^Open an account.*Continues where you stopped/ })).toBeVisible()
  expectNoComplaints()
  await context.close()
})

test('every film can be read in pieces, and its chapters lie within its length', async ({ page, request }) => {
  await page.goto('/test')
  for (const film of films) {
    const files = filesOf(film)
    const piece = await request.get(files.film, { headers: { range: 'bytes=100-199' } })
    expect([piece.status(), piece.headers()['content-type'], (await piece.body()).length]).toEqual([
      206,
      'video/webm',
      100,
    ])
    expect(piece.headers()['cache-control']).toBe('public, max-age=86400')
    for (const [file, type] of [
      [files.captions, /^text\/vtt/],
      [files.chapters, /^text\/vtt/],
      [files.poster, /^image\/jpeg/],
    ] as const)
      expect((await request.get(file)).headers()['content-type']).toMatch(type)
    await page.evaluate((src) => {
      const video = document.createElement('video')
      video.src = src
      document.body.replaceChildren(video)
    }, files.film)
    await expect.poll(() => lengthOf(page)).toBeGreaterThan(5)
    const text = await (await request.get(files.chapters)).text()
    const ends = [...text.matchAll(/--> (\d\d):(\d\d\.\d{3})/g)].map(
      ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
    )
    expect(Math.max(...ends)).toBeLessThanOrEqual((await lengthOf(page)) + 0.5)
  }
})

const built = (file: string) => readFileSync(join(import.meta.dirname, '../web/public/videos', file))

test('an operator adds a video, which customers play with its captions, and withdraws it', async ({ browser }) => {
  const title = `The counter ${Date.now()}`
  const { page: desk, prove } = await openOperator(browser, ['Support'])
  const deskIsQuiet = listenForComplaints(desk)
  await desk.getByRole('link', { name: 'Videos', exact: true }).click()
  await desk.getByRole('button', { name: 'Add a video' }).click()
  await expectAccessibleInBothSchemes(desk)
  await desk.getByLabel('Title').fill(title)
  await desk.getByLabel('What it shows').fill('Where bars are fetched.')
  await desk
    .getByLabel('File for a film')
    .setInputFiles({ name: 'a.webm', mimeType: 'video/webm', buffer: built('buy.webm') })
  await desk
    .getByLabel('File for captions')
    .setInputFiles({ name: 'a.vtt', mimeType: 'text/vtt', buffer: built('buy.vtt') })
  await desk
    .getByLabel('File for a picture')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: built('buy.jpg') })
  await desk.getByLabel('Chapters').fill('0:00 The door\n0:04 The counter')
  await prove(desk.getByRole('dialog'))
  await desk.getByRole('button', { name: 'Add', exact: true }).click()
  const row = desk.getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('2 chapters')

  const storageState = await stateBehind(browser, stackOfRun, 'customer')
  const context = await browser.newContext({ baseURL: stackOfRun.portal, ...(storageState && { storageState }) })
  const page = await context.newPage()
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/instructional-videos')
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  await expect.poll(() => lengthOf(page)).toBeGreaterThan(5)
  await page.getByRole('button', { name: '0:04 The counter' }).click()
  await expect.poll(() => timeIn(page)).toBeGreaterThan(4)
  const cues = () => page.locator('video').evaluate((film: HTMLVideoElement) => film.textTracks[0]?.activeCues?.length)
  await expect.poll(cues).toBe(1)
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  await row.getByRole('button', { name: `Withdraw ${title}` }).click()
  await desk.getByLabel('Reason').fill('The counter has moved')
  await prove(desk.getByRole('dialog'))
  await desk.getByRole('button', { name: 'Withdraw it for good' }).click()
  await expect(row).toContainText('Withdrawn')
  await page.reload()
  await expect(page.getByRole('list', { name: 'Films' }).getByRole('listitem')).toHaveCount(films.length)
  expectNoComplaints()
  deskIsQuiet()
  await context.close()
})
