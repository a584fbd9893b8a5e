import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeReceipt } from '@ingot/endpoints/documents'
import { listMovements } from '@ingot/endpoints/wallet'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes, listenForComplaints } from './page-checks.ts'
import { stackOfRun } from './people.ts'
import { callAs, traderState } from './traders.ts'

const folder = mkdtempSync(join(tmpdir(), 'ingot-verify-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A receipt of a customer's own movement, as the customer downloads it; and the same with one byte changed. */
const getReceipt = async (browser: Browser) => {
  const context = await browser.newContext({
    baseURL: stackOfRun.portal,
    storageState: await traderState(browser),
  })
  const page = await context.newPage()
  await page.goto('/')
  const [movement] = await callAs(page, 'GET', listMovements.path)
  const { id, number } = await callAs(page, 'POST', makeReceipt.path, {
    data: { movement: movement.id, zone: 'Europe/Zurich', paper: 'A4' },
  })
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const answer = await page.request.get(`/api/documents/${id}/file`, { headers: { authorization: `Bearer ${token}` } })
  const bytes = await answer.body()
  await context.close()
  const [genuine, changed] = [join(folder, `${number}.pdf`), join(folder, 'changed.pdf')]
  writeFileSync(genuine, bytes)
  bytes[bytes.length - 10] = (bytes[bytes.length - 10] ?? 0) ^ 1
  writeFileSync(changed, bytes)
  return { number, genuine, changed }
}

const checkFile = (page: Page, path: string) => page.locator('input[type=file]').setInputFiles(path)

test('a stranger checks a document without sending it anywhere, and one changed byte is noticed, also offline', async ({
  page,
  browser,
}) => {
  const { number, genuine, changed } = await getReceipt(browser)
  const expectNoComplaints = listenForComplaints(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await page.goto('/verify')
  await checkFile(page, genuine)
  const found = page.getByRole('region', { name: 'What was found' })
  await expect(found.getByRole('heading', { name: 'Genuine and valid' })).toBeVisible()
  await expect(found.getByText(number, { exact: true })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await checkFile(page, changed)
  await expect(found.getByRole('heading', { name: 'Changed' })).toBeVisible()
  expect(sent).toEqual([])

  await page.goto(`/verify?number=${number}`)
  await expect(page.getByText(`${number}: Valid`)).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the check' }).click()
  const offline = join(folder, 'check-documents.html')
  await (await saving).saveAs(offline)
  expectNoComplaints()
  await checkOffline(browser, offline, { genuine, changed })
})

const checkOffline = async (
  browser: Browser,
  file: string,
  { genuine, changed }: Record<'genuine' | 'changed', string>,
) => {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  const expectNoComplaints = listenForComplaints(page)
  await page.goto(`file://${file}`)
  await checkFile(page, genuine)
  await expect(page.getByRole('heading', { name: '✓ Genuine' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await checkFile(page, changed)
  await expect(page.getByRole('heading', { name: '✗ Changed' })).toBeVisible()
  expectNoComplaints()
  await context.close()
}
