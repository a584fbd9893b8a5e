import { chromium, type Request } from '@playwright/test'
import { stateBehind } from '../e2e/verified-people.ts'

const counted = ['script', 'stylesheet']

/**
 * What a verified customer loads for one page on top of the shell: kilobytes of code and styles as they travel, from the
 * click on a link to the silence after it.
 */
export const measureRouteChange = async (
  stack: { portal: string; sandbox: string; database: string },
  executablePath: string,
): Promise<number> => {
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu'] })
  try {
    const storageState = await stateBehind(browser, stack, 'verified')
    const context = await browser.newContext({ baseURL: stack.portal, ...(storageState && { storageState }) })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('link', { name: 'My Profile' }).waitFor()
    await page.waitForLoadState('networkidle')
    const loaded: Request[] = []
    page.on('requestfinished', (request) => {
      if (counted.includes(request.resourceType())) loaded.push(request)
    })
    await page.getByRole('link', { name: 'My Profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'My profile' }).waitFor()
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(loaded.map(async (request) => (await request.sizes()).responseBodySize))
    return sizes.reduce((sum, size) => sum + size, 0) / 1000
  } finally {
    await browser.close()
  }
}
