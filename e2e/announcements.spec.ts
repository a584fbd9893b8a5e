import { type Browser, expect, type Page, test } from '@playwright/test'
import { openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { stackOfRun } from './people.ts'
import { stateOf, verifiedPerson } from './verified-people.ts'

// A customer is registered and verified first.
test.describe.configure({ timeout: 240_000 })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Announcements' }).getByRole('listitem').filter({ hasText: title }).first()

const openCustomer = async (browser: Browser, name: string) => {
  const storageState = await stateOf(browser, stackOfRun.portal, await verifiedPerson(stackOfRun, name))
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState, reducedMotion: 'reduce' })
  const page = await context.newPage()
  return { page, expectNoComplaints: listenForComplaints(page) }
}

/** As the field of a browser takes it, in its own time zone. */
const tomorrow = (page: Page) =>
  page.evaluate(() => {
    const at = new Date(Date.now() + 24 * 3600 * 1000)
    const two = (part: number) => String(part).padStart(2, '0')
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
  })

/** A picture as a phone would make one, drawn by the browser itself. */
const picture = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = '#b8860b'
      context.fillRect(0, 0, 640, 360)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

const title = `A second vault ${Date.now()}`

test('what was scheduled appears at its time, is new once, is corrected, and is gone once withdrawn', async ({
  browser,
}) => {
  const [{ page: desk, prove, expectNoComplaints: deskIsQuiet }, { page, expectNoComplaints }] = await Promise.all([
    openOperator(browser, ['Support']),
    openCustomer(browser, 'ada'),
  ])
  /** With password and code, in the dialog that asks for them. */
  const confirm = async (name: string) => {
    await prove(desk.getByRole('dialog'))
    await expectAccessibleInBothSchemes(desk)
    await button(desk, name).click()
    await expect(desk.getByRole('dialog')).toHaveCount(0)
  }
  await desk.getByRole('link', { name: 'Announcements' }).click()
  await desk.getByRole('link', { name: 'Write an announcement' }).click()
  await desk.getByLabel('Title').fill(title)
  await desk
    .getByLabel('Text', { exact: true })
    .fill('## Where\n\nIn **Zurich**. <script>alert(1)</script> [Look](javascript:alert(1))')
  const preview = desk.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Where' })).toBeVisible()
  await expect(preview.getByText('<script>alert(1)</script> Look')).toBeVisible()
  await desk.getByLabel('Choose a picture').setInputFiles({
    ...{ name: 'the door.png', mimeType: 'image/png' },
    buffer: Buffer.from(await picture(desk), 'base64'),
  })
  await expect(preview.getByRole('img', { name: 'the door' })).toBeVisible()
  await settle(desk)
  await expectAccessibleInBothSchemes(desk)
  await button(desk, 'Save').click()
  await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await desk.getByLabel('Publish at').fill(await tomorrow(desk))
  await button(desk, 'Publish at this time').click()
  await confirm('Publish it then')
  await expect(desk.getByRole('heading', { level: 2, name: 'Scheduled' })).toBeVisible()
  await expectAccessibleInBothSchemes(desk)

  // Whatever was there before is not new any more from here on.
  await page.goto('/Announcements')
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible()
  await settle(page)
  await expect(page.getByText(title)).toHaveCount(0)

  await letTimePass('wait of an announcement', { of: title })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'There is an announcement that you have not read' }).click()
  await expect(row(page, title).getByText('New', { exact: true })).toBeVisible()
  // By the keyboard, as by the pointer.
  await row(page, title).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/Announcements\/a-second-vault-\d+$/)
  const article = page.getByRole('article', { name: title })
  await expect(article.getByRole('img', { name: 'the door' })).toBeVisible()
  await expect(article.getByText('<script>alert(1)</script> Look')).toBeVisible()
  await expect(row(page, title).getByText('New', { exact: true })).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.reload()
  await expect(article.getByText('Zurich')).toBeVisible()
  await settle(page)
  await expect(page.getByText('New', { exact: true })).toHaveCount(0)

  const visitor = await (await browser.newContext({ baseURL: stackOfRun.portal, reducedMotion: 'reduce' })).newPage()
  await visitor.goto(page.url())
  await expect(visitor.getByRole('article', { name: title }).getByText('Zurich')).toBeVisible()
  const address = (await visitor.getByRole('link', { name: 'RSS feed' }).getAttribute('href')) ?? ''
  const feed = await visitor.request.get(address)
  expect(feed.headers()['content-type']).toContain('application/rss+xml')
  expect(await feed.text()).toContain(`<title>${title}</title>`)

  await desk.reload()
  await desk.getByLabel('Text', { exact: true }).fill('In Geneva.')
  await desk.getByLabel('What is corrected').fill('The city.')
  await button(desk, 'Save the correction').click()
  await confirm('Change it for everybody')
  await expect(desk.getByText(/corrected: The city\./)).toHaveCount(1)
  await visitor.reload()
  await expect(visitor.getByText(/^Corrected on .*: The city\.$/)).toBeVisible()
  await expectAccessibleInBothSchemes(visitor)

  await button(desk, 'Withdraw').click()
  await desk.getByRole('dialog').getByLabel('Reason').fill('It was Zurich after all')
  await confirm('Withdraw it for good')
  await expect(desk.getByRole('heading', { level: 2, name: 'Withdrawn' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await visitor.goto('/Announcements')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible()
  await expect(visitor.getByText(title)).toHaveCount(0)
  expectNoComplaints()
  deskIsQuiet()
  for (const each of [page, desk, visitor]) await each.context().close()
})
