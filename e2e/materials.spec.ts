import { readFile } from 'node:fs/promises'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { mailTo, newPerson, stackOfRun } from './people.ts'
import { stateOf, verifiedPerson } from './verified-people.ts'

// Two customers are registered and verified first.
test.describe.configure({ timeout: 240_000 })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const openCustomer = async (browser: Browser, name: string) => {
  const storageState = await stateOf(browser, stackOfRun.portal, await verifiedPerson(stackOfRun, name))
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/Tools?part=materials')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marketing materials')
  return { page, expectNoComplaints }
}

const saved = async (page: Page, name: string) => {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const invite = async (page: Page, email: string) => {
  await page.goto('/My-Affiliates')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await button(page, 'Send the invitation').click()
  await expect(page.getByText(/may be invited, the e-mail goes out shortly/)).toBeVisible()
}

test('a customer downloads a banner and all of them; what an operator adds is there at once', async ({ browser }) => {
  const [{ page, expectNoComplaints }, operator] = await Promise.all([
    openCustomer(browser, 'ada'),
    openOperator(browser, ['Compliance']),
  ])
  await expect(page.getByRole('img', { name: /^Banner: / })).toHaveCount(2)
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  const png = await saved(page, 'Download Gold in your own name, 1080 × 1080, as PNG')
  expect(png.name).toBe('gold-in-your-own-name-1080x1080.png')
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([1080, 1080])
  const svg = await saved(page, 'Download Gold in your own name, 300 × 250, as SVG')
  expect(svg.bytes.toString()).toMatch(/^<svg [\s\S]*\/register\?ref=\w+/)
  const all = await saved(page, 'Download all')
  expect([all.name, all.bytes.subarray(0, 2).toString()]).toEqual(['materials.zip', 'PK'])

  const { page: desk } = operator
  await desk.goto('/operator/materials')
  await button(desk, 'Add a material').click()
  const dialog = desk.getByRole('dialog', { name: 'Add a material' })
  await dialog.getByLabel('Title').fill('A calm one')
  await dialog.getByLabel('Headline').fill('Gold, calmly')
  await dialog.getByLabel('Text').fill('It grew by 12 % last year.')
  await button(desk, 'Add').click()
  await expect(
    dialog.getByText('Please leave out percentages, guarantees and any other promise of a return.'),
  ).toBeVisible()
  await expectAccessibleInBothSchemes(desk)
  await dialog.getByLabel('Text').fill('By the gram, in a vault.')
  await button(desk, 'Add').click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('img', { name: 'Banner: Gold, calmly' })).toBeVisible()
  await button(desk, 'Retire: A calm one').click()
  await expect(button(desk, 'Use again: A calm one')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: /^Banner: / })).toHaveCount(2)
  expectNoComplaints()
  for (const each of [page, desk]) await each.context().close()
})

test('somebody is invited by e-mail, stops further ones, and gets none from anybody else', async ({ browser }) => {
  const [ada, ben] = await Promise.all([openCustomer(browser, 'ada'), openCustomer(browser, 'ben')])
  const [friend, other] = [newPerson('friend').email, newPerson('friend').email]
  await invite(ada.page, friend)
  await expect(ada.page.getByRole('list', { name: 'Invitations' }).getByRole('listitem')).toHaveCount(1)
  const mail = await mailTo(stackOfRun, friend)
  expect(mail.subject).toBe('You are invited to save in gold')
  expect(mail.text).toContain('Ada L. invites you')
  expect(mail.text).toMatch(/\/register\?ref=\w+/)

  const visitor = await (await browser.newContext({ baseURL: stackOfRun.portal })).newPage()
  await visitor.goto(mail.linkTo('/no-more-mail'))
  await expectAccessibleInBothSchemes(visitor)
  await button(visitor, 'Stop invitations').click()
  await expect(
    visitor.getByText('We will send no further invitation to this address, whoever asks for one.'),
  ).toBeVisible()

  await letTimePass('year of invitations', stackOfRun)
  await invite(ben.page, friend)
  await invite(ben.page, other)
  // What was asked for later has been sent, so the one before it was not.
  await mailTo(stackOfRun, other)
  expect((await sandboxClient(stackOfRun.sandbox).mail.list({ to: friend })).data).toHaveLength(1)
  for (const { page, expectNoComplaints } of [ada, ben]) {
    expectNoComplaints()
    await page.context().close()
  }
  await visitor.context().close()
})
