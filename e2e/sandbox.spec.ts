import { sandboxClient } from '@ingot/sandbox/client'
import { expect, test } from '@playwright/test'
import { createTransport } from 'nodemailer'
import { expectAccessible, listenForComplaints, settle } from './page-checks.ts'

const sandbox = process.env.INGOT_SANDBOX ?? ''
const smtp = createTransport({
  host: '127.0.0.1',
  port: Number(process.env.INGOT_SMTP_PORT),
  secure: false,
  ignoreTLS: true,
})
const client = sandboxClient(sandbox)

test('a mail that was sent is read in the inbox, and its link leads back to the portal', async ({ page, baseURL }) => {
  const to = 'reader@customers.example'
  await smtp.sendMail({
    from: 'Ingot <hello@ingot.example>',
    to,
    subject: 'Your gold & you',
    text: `Read the terms: ${baseURL}/term-conditions`,
    html: `<p>Read <a href="${baseURL}/term-conditions">the terms</a></p><script>document.title = 'broken in'</script>`,
  })
  await client.mail.next({ to })
  await page.goto(`${sandbox}/mail`)
  await page.getByRole('link', { name: 'Your gold & you' }).click()
  await expect(page.getByText(to).first()).toBeVisible()
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.frameLocator('iframe').getByRole('link', { name: 'the terms' }).click(),
  ])
  await expect(opened).toHaveURL(`${baseURL}/term-conditions`)
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions')
  await expect(page).not.toHaveTitle('broken in')
})

for (const path of ['/', '/mail', '/control'])
  test(`the sandbox’s ${path} is accessible`, async ({ page }) => {
    const expectNoComplaints = listenForComplaints(page)
    await page.goto(sandbox + path)
    await settle(page)
    await expectAccessible(page)
    expectNoComplaints()
  })
