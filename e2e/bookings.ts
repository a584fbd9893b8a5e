import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { traderPin } from './traders.ts'

// Gold that is booked and ended on pages, as a customer's hand and eye know it.

export const pinDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm with your PIN' })
export const success = (page: Page) => page.getByRole('dialog', { name: 'Transaction Successful' })
export const payField = (page: Page) => page.getByLabel('You pay', { exact: true })
export const endButton = (page: Page) => page.getByRole('button', { name: /^End \d/ })

/** The server’s next answer to a quote. */
export const nextQuote = async (page: Page, work: () => Promise<unknown>) => {
  const answer = page.waitForResponse((each) => each.url().endsWith('/quotes') && each.ok())
  await work()
  return (await (await answer).json()).data
}

/** Enters the PIN and waits until the chain has it; then the overlay is closed. */
export const confirm = async (page: Page, button: Locator) => {
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await button.click()
  await expect(pinDialog(page)).toBeVisible()
  await page.keyboard.type(traderPin)
  await expect(success(page)).toBeVisible({ timeout: 60_000 })
  const explorer = await success(page)
    .getByRole('link', { name: 'View on blockchain explorer' })
    .getAttribute('href', { timeout: 60_000 })
  await success(page).getByRole('button', { name: 'Close' }).click()
  await expect(success(page)).toBeHidden()
  return explorer ?? ''
}

type Paper = { path: string; number: string }

/** The document that is open, as a file, and its number. */
export const downloadShown = async (page: Page): Promise<Paper> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF', exact: true }).click(),
  ])
  const path = await file.path()
  expect(readFileSync(path).subarray(0, 5).toString()).toBe('%PDF-')
  return { path, number: file.suggestedFilename().replace(/\.pdf$/, '') }
}

/** What anybody finds out about a file. */
export const expectVerdict = async (page: Page, { path, number }: Paper, verdict: string) => {
  await page.goto('/verify')
  await page.locator('input[type=file]').setInputFiles(path)
  const found = page.getByRole('region', { name: 'What was found' })
  await expect(found.getByRole('heading', { name: verdict, exact: true })).toBeVisible()
  await expect(found.getByText(number, { exact: true })).toBeVisible()
}

export const expectGenuine = (page: Page, paper: Paper) => expectVerdict(page, paper, 'Genuine and valid')
