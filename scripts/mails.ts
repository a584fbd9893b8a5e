import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { samples } from '@ingot/api/mail/sample-mails'
import { renderMail } from '@ingot/api/mail/template'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from './chromium.ts'
import { root } from './stack.ts'
import { runCommand, step } from './terminal.ts'

// Pictures of every mail as a program for mails shows it, with a list of them: in `docs/mails`, or, for looking at the other
// ways they are seen, in another folder (`npm run mails -- phone-dark <folder>`).

const brand = { name: 'Ingot', accent: '#b8892b', legalLine: '', origin: 'https://gold.example' }

const ways = {
  wide: { width: 680, colorScheme: 'light' },
  'wide-dark': { width: 680, colorScheme: 'dark' },
  phone: { width: 390, colorScheme: 'light' },
  'phone-dark': { width: 390, colorScheme: 'dark' },
} as const

const isWay = (name: string): name is keyof typeof ways => Object.hasOwn(ways, name)

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)

await runCommand(async () => {
  const [way = 'wide', folder = join(root, 'docs/mails')] = process.argv.slice(2)
  if (!isWay(way)) throw new Error(`the ways to see a mail are ${Object.keys(ways).join(', ')}`)
  const { width, colorScheme } = ways[way]
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (name.endsWith('.webp')) rmSync(join(folder, name))
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme })
  const lines = [
    '# Mails',
    '',
    'Every mail the portal sends, filled in with samples. `npm run mails` draws them anew.',
    '',
  ]
  for (const { what, mails } of Object.values(samples)) {
    lines.push(`## ${what}`, '', '| subject | shown behind it | picture |', '|---|---|---|')
    for (const [name, content] of Object.entries(mails)) {
      const { subject, html } = renderMail(content, brand)
      await page.setContent(html)
      const picture = await page.screenshot({ fullPage: true })
      await sharp(picture)
        .webp({ quality: 70 })
        .toFile(join(folder, `${kebab(name)}.webp`))
      lines.push(`| ${subject} | ${content.preview} | [${kebab(name)}](${kebab(name)}.webp) |`)
    }
    lines.push('')
  }
  await browser.close()
  if (way === 'wide') writeFileSync(join(folder, 'README.md'), lines.join('\n'))
  step(`Pictures of all mails are in ${folder}.`)
})
