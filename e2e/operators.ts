import type { Role } from '@ingot/endpoints/roles'
import { type Browser, expect, type Page } from '@playwright/test'
import { listenForComplaints } from './page-checks.ts'
import { enrol, newPerson, type PersonInTest, signIn, stackOfRun } from './people.ts'
import { createOperator } from './stack-parts.ts'

/** An operator in a window of his own, who has just set up 2FA. */
export const openOperator = async (browser: Browser, roles?: readonly Role[]) => {
  const person = await createOperator(newPerson('operator'), roles)
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  const expectNoComplaints = listenForComplaints(page)
  await signIn(page, person)
  const code = await enrol(page, person)
  await expect(page).toHaveURL('/operator')
  const prove = async (dialog: ReturnType<Page['getByRole']>) => {
    await dialog.getByLabel('Your password').fill(person.password)
    await dialog.getByLabel('2FA code').fill(await code())
  }
  return { person, page, code, prove, expectNoComplaints }
}

export type Operator = Awaited<ReturnType<typeof openOperator>>

/** Another operator finds it among what waits, and approves it. */
export const approve = async ({ page, prove }: Operator, title: string, asker: PersonInTest) => {
  await page.goto('/operator/approvals')
  const item = page.getByRole('listitem').filter({ hasText: `Asked for by ${asker.username}` })
  await expect(item.getByRole('heading', { name: title })).toBeVisible()
  await item.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: `Approve: ${title}` })
  await dialog.getByLabel('Note').fill('I have checked it, too')
  await prove(dialog)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await expect(item).toHaveCount(0)
}

export const ask = async ({ prove, page }: Operator, name: string, reason: string) => {
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel('Reason').fill(reason)
  await prove(dialog)
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(dialog.getByText('Another operator has been asked.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}
