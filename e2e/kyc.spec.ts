import { sandboxClient } from '@ingot/sandbox/client'
import { expect, type Page, test } from '@playwright/test'
import { applicantAtDocuments, decide, healing, showDocuments } from './applicants.ts'
import { expectAccessible, settle } from './page-checks.ts'
import { stackOfRun } from './people.ts'

// The review desk and its faults are one for all, so these journeys go one after the other. Some wait for what comes by the
// clock more than once.
test.describe.configure({ mode: 'default', timeout: 300_000 })

const sandbox = sandboxClient(stackOfRun.sandbox)

test.beforeEach(async () => {
  await sandbox.control.clear('kyc')
  await sandbox.kyc.setDesk({ mode: 'manual' })
})
test.afterEach(async () => {
  await sandbox.control.clear('kyc')
})

const green = { reviewAnswer: 'GREEN' } as const
const red = (reviewRejectType: 'RETRY' | 'FINAL', moderationComment: string) => ({
  reviewAnswer: 'RED' as const,
  reviewRejectType,
  rejectLabels: ['BAD_SELFIE'],
  moderationComment,
})

const shell = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('documents that are found GREEN make a customer Verified, and the shell is there at once', async ({ page }) => {
  await applicantAtDocuments(page, 'green')
  await page.goto('/Registration/documents')
  await expect(shell(page)).toBeHidden()
  await expect(page.frameLocator('main iframe').getByRole('heading')).toHaveText('Your document')
  await expectAccessible(page)
  await showDocuments(page)
  await expect(page).toHaveURL('/Registration/result')
  await expect(page.getByText('Your documents are being checked')).toBeVisible()
  await decide(page, green)
  await expect(page.getByText('You are verified')).toBeVisible(healing)
  await expect(shell(page)).toBeVisible()
  await settle(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Start' }).click()
  await expect(page).toHaveURL('/')
  await expect(shell(page)).toBeVisible()
})

test('a RED that may be tried again gives its reason; the second try is GREEN', async ({ page }) => {
  await applicantAtDocuments(page, 'retry')
  await page.goto('/kyc-verification')
  await showDocuments(page)
  await expect(page.getByText('Your documents are being checked')).toBeVisible()
  await decide(page, red('RETRY', 'Your face is not in the picture.'))
  await expect(page.getByText('Your documents were not accepted')).toBeVisible(healing)
  await expect(page.getByText('Your face is not in the picture.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.frameLocator('main iframe').getByRole('button', { name: 'Try again' }).click()
  await showDocuments(page)
  await expect(page.getByText('Your documents are being checked')).toBeVisible(healing)
  await decide(page, green)
  await expect(page.getByText('You are verified')).toBeVisible(healing)
})

test('a final RED is told as final, and there is no second try', async ({ page }) => {
  await applicantAtDocuments(page, 'final')
  await page.goto('/kyc-verification')
  await showDocuments(page)
  await expect(page.getByText('Your documents are being checked')).toBeVisible()
  await decide(page, red('FINAL', 'The document is not genuine.'))
  await expect(page.getByText(/The document is not genuine\. This decision is final\./)).toBeVisible(healing)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.goto('/Registration/documents')
  await expect(page).toHaveURL('/Registration/result')
  await expect(page.getByText(/This decision is final/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'contact support' })).toBeVisible()
  await expectAccessible(page)
})

test('a message of the provider that is lost is made up for by asking', async ({ page }) => {
  await applicantAtDocuments(page, 'lost')
  await sandbox.control.set('kyc', { fault: 'lose', on: 'webhook' })
  await page.goto('/kyc-verification')
  await showDocuments(page)
  await expect(page.getByText('Your documents are being checked')).toBeVisible(healing)
  await decide(page, green)
  await expect(page.getByText('You are verified')).toBeVisible(healing)
})

const disturbances = {
  twice: { fault: 'twice' },
  late: { fault: 'slow', delayMs: 3_000 },
  'out of order': { fault: 'disorder' },
} as const

for (const [how, fault] of Object.entries(disturbances))
  test(`messages of the provider that come ${how} change nothing wrongly`, async ({ page }) => {
    await applicantAtDocuments(page, how.replaceAll(' ', ''))
    await sandbox.control.set('kyc', { ...fault, on: 'webhook' })
    await page.goto('/kyc-verification')
    await showDocuments(page)
    await expect(page.getByText('Your documents are being checked')).toBeVisible(healing)
    await decide(page, red('RETRY', 'The picture is blurred.'))
    await expect(page.getByText('The picture is blurred.')).toBeVisible(healing)
    await decide(page, green)
    await expect(page.getByText('You are verified')).toBeVisible(healing)
    await sandbox.control.clear('kyc')
    await sandbox.kyc.settled()
    await page.reload()
    await expect(page.getByText('You are verified')).toBeVisible()
    await expect(shell(page)).toBeVisible()
  })

test('a later RED takes Verified away, and the shell goes with it', async ({ page }) => {
  await applicantAtDocuments(page, 'later')
  await page.goto('/kyc-verification')
  await showDocuments(page)
  await expect(page.getByText('Your documents are being checked')).toBeVisible()
  await decide(page, green)
  await expect(page.getByText('You are verified')).toBeVisible(healing)
  await expect(shell(page)).toBeVisible()
  await decide(page, red('RETRY', 'The document was reported as stolen.'))
  await sandbox.kyc.settled()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('The document was reported as stolen.')).toBeVisible({ timeout: 5_000 })
  }).toPass(healing)
  await expect(shell(page)).toBeHidden()
})
