import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './page-checks.ts'
import { newPerson, registerPerson, signIn, stackOfRun } from './people.ts'

/** In two halves: else a scanner would take this very file for what it finds. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const pdf = (name: string, body: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${body}\n%%EOF\n`),
})

test('a customer sends a document, sees it listed, saves and erases it; one with a virus is refused', async ({
  page,
}) => {
  const person = await registerPerson(stackOfRun, newPerson('sender'))
  await signIn(page, person)
  await expect(page).not.toHaveURL(/signin/i)
  await page.goto('/documents/sent')
  await page.getByText('Nothing sent yet').waitFor()
  const good = pdf('salary.pdf', 'a payslip')
  await page.getByLabel('Files to send').setInputFiles([good, pdf('bad.pdf', eicar)])
  await expect(page.getByRole('status').filter({ hasText: '1 of 2 files sent' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(/^This file carries a virus/)
  await expect(page.getByRole('heading', { name: 'salary.pdf' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'bad.pdf' })).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download salary.pdf' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('salary.pdf')
  expect((await readFile(await saved.path())).equals(good.buffer)).toBe(true)
  await page.getByRole('button', { name: 'Erase salary.pdf' }).click()
  await page.getByRole('button', { name: 'Yes, erase it: salary.pdf' }).click()
  await expect(page.getByText('Erased')).toBeVisible()
})
