import { expect, it } from 'vitest'
import { contrast } from './accent.ts'
import { type MailContent, renderMail } from './template.ts'

const brand = {
  name: 'Ingot',
  accent: '#b8892b',
  legalLine: 'Ingot AG, Zürich',
  origin: 'https://gold.example',
}

const content: MailContent = {
  subject: 'Choose a new password',
  preview: 'The link works for 30 minutes.',
  heading: 'Choose a new password',
  paragraphs: ['Someone asked for a new password.'],
  code: '402917',
  facts: [['Device', 'Firefox on Linux']],
  advice: ['If this was you, go on.'],
  button: { label: 'Go on', url: 'https://gold.example/reset?token=abc&more=1' },
  otherWay: { words: 'Or ask us here:', url: 'https://gold.example/support' },
  after: ['If not, ignore it.'],
}

const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

it('both parts say the same, in the same order', () => {
  const { html, text } = renderMail(content, brand)
  const words = [
    'Ingot',
    content.heading,
    'Someone asked for a new password.',
    '402917',
    'Device',
    'Firefox on Linux',
    'If this was you, go on.',
    'Go on',
    'Or ask us here:',
    'If not, ignore it.',
    'never asks for your password',
    'Ingot AG, Zürich',
  ]
  for (const part of [html.slice(html.indexOf('<table')), text]) {
    const places = words.map((word) => part.indexOf(word))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  }
})

it('both parts carry the same links, and the button’s address can also be read', () => {
  const { html, text } = renderMail(content, brand)
  const inText = text.match(/https:\S+/g) ?? []
  expect(inText).toEqual([content.button?.url, content.otherWay?.url, brand.origin])
  expect(new Set(hrefs(html))).toEqual(new Set(inText))
  expect(html).toContain('>https://gold.example/reset?token=abc&amp;more=1</a>')
})

it('the preview is the first thing in the body, and is not seen', () => {
  const { html, text } = renderMail(content, brand)
  const body = html.slice(html.indexOf('<body'))
  expect(body.indexOf(content.preview)).toBeLessThan(body.indexOf('<table'))
  expect(body).toMatch(/<div style="display:none;[^"]*mso-hide:all">The link works/)
  expect(text).not.toContain(content.preview)
})

it('whatever people wrote stays text', () => {
  const evil = `<script>alert("1")</script>' onclick='x' &amp; <!-- <![endif]-->`
  const everywhere: MailContent = {
    subject: evil,
    preview: evil,
    heading: evil,
    paragraphs: [evil],
    code: evil,
    facts: [[evil, evil]],
    advice: [evil],
    button: { label: evil, url: 'https://gold.example/' },
    otherWay: { words: evil, url: 'https://gold.example/' },
    after: [evil],
  }
  const usual = renderMail(
    JSON.parse(JSON.stringify(everywhere).replaceAll(JSON.stringify(evil), '"word"')),
    brand,
  ).html
  const { html } = renderMail(everywhere, { ...brand, name: evil, legalLine: evil })
  expect(html).not.toMatch(/<script/i)
  const tags = (page: string) => page.match(/<[!/a-z][^>]*>/gi)?.filter((tag) => tag !== '<wbr>')
  expect(tags(html)).toEqual(tags(usual))
})

it('no name breaks a line or turns the direction of the text', () => {
  const name = 'Mia\r\n\r\nhttps://evil.example\u202e\u2066x\u2028y\0z'
  const { subject, html, text } = renderMail({ ...content, subject: name, facts: [['Device', name]] }, brand)
  expect(subject).toBe('Mia https://evil.examplex y z')
  expect(text).toContain('Device: Mia https://evil.examplex y z')
  expect(`${subject}${html}${text}`).not.toMatch(/[\u202e\u2066\u2028\0]/)
})

it('a name that looks like an address is not offered as a link', () => {
  const { html } = renderMail({ ...content, facts: [['Username', 'www.evil.example']] }, brand)
  expect(html).toContain('www.<wbr>evil.<wbr>example')
  expect(html).not.toContain('www.evil.example')
})

it.each(['javascript:alert(1)', 'data:text/html,x', '/reset', 'https://gold.example/"onclick="x', 'https://a b'])(
  'the address %j is a bug',
  (url) => {
    expect(() => renderMail({ ...content, button: { label: 'x', url } }, brand)).toThrow('http and https only')
    expect(() => renderMail({ ...content, otherWay: { words: 'x', url } }, brand)).toThrow('http and https only')
  },
)

it('plain text has lines of at most 76 characters, and whole links', () => {
  const url = `https://gold.example/reset?token=${'a'.repeat(120)}`
  const long = 'A sentence that goes on for a while, with many words in it, '.repeat(5)
  const { text } = renderMail(
    { ...content, heading: long, paragraphs: [long, long], facts: [['Device', long]], button: { label: long, url } },
    { ...brand, legalLine: long },
  )
  const lines = text.split('\n')
  expect(lines).toContain(url)
  const others = lines.filter((line) => line !== url)
  expect(Math.max(...others.map((line) => line.length))).toBeLessThanOrEqual(76)
  // Wrapped, and not cut: most of a paragraph's lines are nearly full.
  expect(others.filter((line) => line.length > 64).length).toBeGreaterThan(10)
})

it('what is left out leaves no gap', () => {
  const { html, text } = renderMail(
    { subject: 's', preview: 'p', heading: 'h', paragraphs: ['One.'] },
    { ...brand, legalLine: '' },
  )
  expect(`${html}${text}`).not.toMatch(/undefined|null|false|\n\n\n/)
  expect(html).not.toContain('<br>')
})

it('every colour of the text can be read on its ground, in both schemes', () => {
  const { html } = renderMail(content, brand)
  const inline = (name: string, property: string) =>
    new RegExp(`class="[^"]*\\b${name}\\b[^"]*"[^>]*?[;"]${property}:(#[0-9a-f]{6})`).exec(html)?.[1] ?? ''
  const rule = (name: string) => new RegExp(`\\.${name} \\{ (?:background|color): (#[0-9a-f]{6})`).exec(html)?.[1] ?? ''
  for (const ground of ['page', 'surface', 'sunken'])
    for (const words of ['text', 'quiet']) {
      expect(contrast(inline(words, 'color'), inline(ground, 'background')), `${words} on ${ground}`).toBeGreaterThan(
        4.5,
      )
      expect(contrast(rule(words), rule(ground)), `${words} on dark ${ground}`).toBeGreaterThan(4.5)
    }
})

it('every element that has a colour of the light scheme also has one in the dark', () => {
  const { html } = renderMail(content, brand)
  const body = html.slice(html.indexOf('<body'))
  for (const [tag] of body.matchAll(/<[a-z0-9]+ [^>]*style="[^"]*"[^>]*>/g)) {
    if (/#b8892b/.test(tag)) continue
    const classes = /class="([^"]*)"/.exec(tag)?.[1]?.split(' ') ?? []
    if (/[";]color:#/.test(tag))
      expect(
        classes.some((name) => ['text', 'quiet'].includes(name)),
        tag,
      ).toBe(true)
    if (/[";]background:#/.test(tag))
      expect(
        classes.some((name) => ['page', 'surface', 'sunken'].includes(name)),
        tag,
      ).toBe(true)
    if (/[";]border[a-z-]*:1px/.test(tag)) expect(classes, tag).toContain('line')
  }
})
