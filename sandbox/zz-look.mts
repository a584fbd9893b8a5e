import { chromium } from 'playwright-core'
import { AxeBuilder } from '@axe-core/playwright'
import { startChildSandbox } from './src/child-sandbox.ts'
import { openSender } from './src/mail/send.ts'
import { rmSync } from 'node:fs'
rmSync('/tmp/sbx/look', { recursive: true, force: true })
const s = await startChildSandbox('/tmp/sbx/look')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--disable-gpu', '--no-sandbox'] })
const shoot = async (name: string, path: string, after?: (p: any) => Promise<void>) => {
  for (const scheme of ['light', 'dark'] as const) for (const width of [390, 768, 1440]) {
    const ctx = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
    const page = await ctx.newPage()
    page.on('console', (m: any) => console.log(name, m.type(), m.text()))
    await page.goto(s.baseUrl + path)
    await after?.(page)
    const over = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    if (over) console.log('OVERFLOW', name, width)
    await page.screenshot({ path: `/tmp/sbx/shots/${name}-${width}-${scheme}.png`, fullPage: true })
    const r = await new AxeBuilder({ page }).exclude('iframe').analyze()
    for (const v of r.violations) console.log('AXE', name, width, scheme, v.id, v.nodes.map((n: any) => n.html + ' :: ' + n.failureSummary).join('\n'))
    await ctx.close()
  }
}
await shoot('home', '/')
await shoot('empty', '/mail')
await shoot('control', '/control')
const sender = openSender(s.smtpPort)
const link = s.baseUrl + '/control?from=mail'
await sender.send({ to: 'ada.lovelace@example.com', subject: 'Your statement for October', text: 'Your statement is attached.\n\n1 GAE = 60.8200 USDT', attachments: [{ filename: 'statement-2026-10.pdf', content: Buffer.alloc(48213) }] })
await sender.send({ to: 'very.long.address.of.somebody.with.many.names@subdomain.of.a.long.domain.example.com, second@example.com', subject: 'A rather long subject line that must not push the layout apart when the window is narrow, as subjects tend to do', text: 'x' })
await sender.send({ to: 'ada.lovelace@example.com', subject: '', text: 'no subject' })
await sender.send({ to: 'grace@example.com', subject: 'New sign-in to your account', text: 'A new device signed in.' })
await sender.send({ to: 'ada.lovelace@example.com', subject: 'Confirm your e-mail address', text: `Welcome to Ingot.\n\nConfirm your e-mail address by opening this link within 24 hours:\n${link}\n\nIf you did not ask for this, ignore this message.`,
 html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;background:#faf6ec;padding:24px"><h1 style="font-family:serif">Ingot</h1><p>Welcome. Confirm your e-mail address within 24 hours.</p><p><a id="go" href="${link}" style="background:#c99b3b;color:#221a08;padding:12px 20px;border-radius:8px;text-decoration:none">Confirm e-mail</a></p><script>document.title='ran'</script><img src="https://evil.test/x.png" onerror="alert(1)"></body></html>` , attachments: [{filename:'terms.txt', content:'hello'}]})
await shoot('inbox', '/mail')
await shoot('inbox-delete', '/mail', async (p) => { await p.click('summary') })
const m = (await s.client.mail.list({ limit: 1 })).data[0]!
await shoot('message', `/mail/${m.id}`)
await s.client.control.set('mail', { fault: 'refuse', answer: 'temporary', times: 3 })
await shoot('home-fault', '/')
await shoot('control-fault', '/control')
await shoot('missing', '/nothing')
// behaviour
const ctx = await browser.newContext({ viewport: { width: 1440, height: 900 } })
const page = await ctx.newPage()
page.on('dialog', (d: any) => { console.log('DIALOG', d.message()); d.dismiss() })
await page.goto(`${s.baseUrl}/mail/${m.id}`)
const [popup] = await Promise.all([ctx.waitForEvent('page'), page.frameLocator('iframe').locator('#go').click()])
await popup.waitForLoadState(); console.log('popup', popup.url(), await popup.title())
await popup.close()
await page.goto(s.baseUrl + '/control')
// keyboard: skip link first, then through
const seen: string[] = []
for (let i = 0; i < 20; i++) { await page.keyboard.press('Tab'); seen.push(await page.evaluate(`(()=>{const e=document.activeElement; return (e.getAttribute('aria-label')||e.id||e.textContent||'').trim().slice(0,30)})()`) as string) }
console.log(seen.join(' | '))
await page.click('text=Clear'); console.log('after clear', page.url(), await page.textContent('.badge'))
await page.fill('#mail-slow-times', '2'); await page.click('[aria-label="Set Slow for Mail"]'); console.log(await page.textContent('.badge'))
await page.goto(s.baseUrl + '/mail'); await page.fill('#to', 'grace'); await page.keyboard.press('Enter'); await page.waitForURL(/to=grace/); console.log(await page.textContent('.badge'))
await page.goto(s.baseUrl + '/mail'); await page.focus('summary'); await page.keyboard.press('Enter'); await page.click('text=Delete all mail'); await page.waitForLoadState(); console.log(page.url(), await page.textContent('.empty'))
sender.close(); await browser.close(); console.log(await s.stop())
