import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { confirmNominees, saveNomineeDraft } from '@ingot/endpoints/nominees'
import { sendUpload } from '@ingot/endpoints/uploads'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { bankPaper, openBanker, proveOnPage } from './bank-people.ts'
import { mailAbout } from './namers.ts'
import { expectAccessible, expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { registerPerson, stackOfRun } from './people.ts'
import { actAs, type Sender } from './senders.ts'
import { callAs, traderState } from './traders.ts'

// One customer's story: everything is taken along and checked without us, and then the account is closed.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const folder = mkdtempSync(join(tmpdir(), 'ingot-leaving-'))
let sender: Sender
let page: Page

test.beforeAll(async ({ browser }) => {
  ;({ sender, page } = await openBanker(browser, 'leaver'))
})

test.afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await page.context().close()
})

/** As any program for archives would, into a folder of its own. */
const unpack = (zip: Buffer, into: string): string[] => {
  const names: string[] = []
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28))
    const head = zip.readUInt32LE(at + 42)
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20))
    const path = join(into, name)
    expect(path.startsWith(into + sep), `${name} stays in the folder`).toBe(true)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed)
    names.push(name)
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return names
}

const changedCopy = (bytes: Buffer, where: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[where] = (copy[where] ?? 0) ^ 1
  return copy
}

/** The page that lies in the archive, opened from the disk by a browser that reaches nobody. */
const checkOffline = async (browser: Browser, checker: string, check: (page: Page) => Promise<void>) => {
  const context = await browser.newContext({ offline: true })
  const offline = await context.newPage()
  const expectNoComplaints = listenForComplaints(offline)
  await offline.goto(`file://${checker}`)
  await check(offline)
  expectNoComplaints()
  await context.close()
}

test('everything is taken along by keyboard, in one archive that is checked without us', async ({ browser }) => {
  const draft = await callAs(page, 'PUT', saveNomineeDraft.path, { data: { namesNobody: true, nominees: [] } })
  await actAs(page, sender, confirmNominees, { draft: draft.id, changedAt: draft.changedAt })
  const sent = { ...bankPaper, name: `..\\..\\${'𠮷'.repeat(45)}x.pdf` }
  await callAs(page, 'POST', sendUpload.path, { multipart: { kind: 'bank-statement', file: sent } })

  await page.goto('/My-Profile/Preferences')
  await page
    .getByRole('main')
    .getByRole('link', { name: /archive|closing/i })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Archive and closing')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Make the archive' }).press('Enter')
  await proveOnPage(page, sender)
  await expect(page.getByRole('status').filter({ hasText: 'Being made' })).toBeVisible()
  await letTimePass('making of archives')
  await mailAbout(sender.person.email, 'Your archive is ready')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the archive' }).press('Enter')
  const archive = join(folder, 'archive.zip')
  await (await saving).saveAs(archive)
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  const bytes = readFileSync(archive)
  const into = join(folder, 'unpacked')
  const names = unpack(bytes, into)
  const paper = names.find((name) => /^documents\/NC-.*\.pdf$/.test(name)) ?? ''
  expect(names.filter((name) => name.startsWith('sent/'))).toHaveLength(1)
  expect(readFileSync(join(into, 'data.json'), 'utf8')).toContain(sender.person.email)
  // The very command that the archive tells.
  const command = /^ +(openssl .+)$/m.exec(readFileSync(join(into, 'README.txt'), 'utf8'))?.[1] ?? ''
  const [program = '', ...given] = command.trim().split(' ')
  execFileSync(program, given, { cwd: into, stdio: 'pipe' })

  const changed = join(folder, 'changed.zip')
  writeFileSync(changed, changedCopy(bytes, bytes.indexOf('%PDF-') + 200))
  await checkOffline(browser, join(into, 'check.html'), async (offline) => {
    const drop = (path: string) => offline.locator('input[type=file]').setInputFiles(path)
    await drop(archive)
    await expect(offline.getByRole('heading', { name: '✓ Genuine and whole' })).toBeVisible()
    await expect(offline.getByText(sender.person.email)).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await offline.emulateMedia({ colorScheme })
      await expectAccessible(offline)
    }
    await drop(changed)
    await expect(offline.getByRole('heading', { name: '✗ Changed' })).toBeVisible()
    await expect(offline.getByRole('listitem').filter({ hasText: 'was changed' }).first()).toBeVisible()
    await drop(join(into, paper))
    await expect(offline.getByRole('heading', { name: '✓ Genuine', exact: true })).toBeVisible()
    await drop(join(into, 'README.txt'))
    await expect(offline.getByRole('heading', { name: '✗ Not a document' })).toBeVisible()
  })
})

test('an account with something in it is not closed, and says what is left', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: stackOfRun.portal,
    storageState: await traderState(browser),
  })
  const trader = await context.newPage()
  await trader.goto('/leaving')
  const closing = trader.getByRole('region', { name: 'Close the account' })
  await expect(closing.getByText('The account can be closed once it is empty.')).toBeVisible()
  await expect(closing.getByRole('button', { name: 'Close the account' })).toHaveCount(0)
  await context.close()
})

test('an empty account is closed for good, and its address is nobody’s any more', async () => {
  await page.goto('/leaving')
  await page.getByRole('button', { name: 'Close the account' }).press('Enter')
  const password = page.getByLabel('Your password')
  await expect(password).toBeFocused()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.type('not my password')
  await page.keyboard.press('Enter')
  await proveOnPage(page, sender)
  await expect(page.getByText(/incorrect|wrong/i)).toBeVisible()
  await password.fill(sender.person.password)
  await page.keyboard.press('Enter')
  await proveOnPage(page, sender)
  await expect(page).toHaveURL(/\/signin/)
  await expect(page.getByText('Your account is closed')).toBeVisible()
  await mailAbout(sender.person.email, 'Your account is closed')

  await page.getByLabel('E-mail or username').fill(sender.person.email)
  await page.getByLabel('Password', { exact: true }).fill(sender.person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/\/signin/)
  // As somebody new.
  const again = await registerPerson(stackOfRun, {
    ...sender.person,
    username: `${sender.person.username.slice(0, 28)}b`,
  })
  expect(again.email).toBe(sender.person.email)
})
