import { sandboxClient } from '@ingot/sandbox/client'
import { expect, test } from '@playwright/test'
import { applicantAtDocuments, healing } from './applicants.ts'
import { expectAccessible } from './page-checks.ts'
import { stackOfRun } from './people.ts'

const sandbox = sandboxClient(stackOfRun.sandbox)

test.afterEach(() => sandbox.control.clear('kyc'))

test('while the provider is down that is said, nothing is lost, and it goes on by itself', async ({ page }) => {
  await applicantAtDocuments(page, 'down')
  await sandbox.control.set('kyc', { fault: 'refuse', answer: 'temporary', on: 'request' })
  await page.goto('/Registration/documents')
  await expect(page.getByText('The verification service is not responding')).toBeVisible(healing)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expectAccessible(page)
  await sandbox.control.clear('kyc')
  await expect(page.frameLocator('main iframe').getByRole('heading')).toHaveText('Your document', healing)
})
