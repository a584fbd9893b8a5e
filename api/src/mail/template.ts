import assert from 'node:assert/strict'
import { buttonColours } from './accent.ts'

/** What a mail says, without how it looks. */
export type MailContent = {
  subject: string
  /** What an inbox shows behind the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  /** Digits to type in. */
  code?: string
  facts?: [label: string, value: string][]
  /** Paragraphs between the facts and the button. */
  advice?: string[]
  button?: { label: string; url: string }
  /** A second way, told below the button and never as a button: there is one thing to do in a mail. */
  otherWay?: { words: string; url: string }
  /** The same where the second way is a code to type in. */
  otherCode?: { words: string; code: string }
  /** Paragraphs at the end. */
  after?: string[]
  /** Where to turn mails of this kind off. */
  stop?: string
}

export type MailBrand = { name: string; accent: string; legalLine: string; origin: string }

/** Writes a mail for both kinds of reader. Every word is plain text and every address http(s), whoever they come from. */
export const renderMail = (content: MailContent, brand: MailBrand): { subject: string; html: string; text: string } => {
  assert.match(brand.accent, /^#[0-9a-f]{6}$/i)
  for (const url of [brand.origin, content.button?.url, content.otherWay?.url, content.stop])
    if (url !== undefined) assert.match(url, /^https?:\/\/[^\s<>"'\\]+$/, 'a mail links to http and https only')
  return {
    subject: withoutBinding(oneLine(content.subject)),
    html: renderHtml(content, brand),
    text: renderText(content, brand),
  }
}

const warning = (brand: MailBrand) => `${brand.name} never asks for your password, PIN or codes by e-mail.`
const stopHint = 'You get this e-mail because it is turned on in your preferences. To get no more of its kind, open:'
const linkHint = 'If the button does not work, open this address in your browser:'

/** Names and devices come from outside: they may not break a line, nor turn the direction of what follows. Words may be
 * bound to each other by a no-break space. */
const oneLine = (text: string): string =>
  text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/(?:(?!\u00a0)[\s\p{Cc}])+/gu, ' ')
    .trim()

const withoutBinding = (text: string): string => text.replaceAll('\u00a0', ' ')

// Plain text

const lineLength = 76

const wrap = (text: string): string => {
  const lines: string[] = []
  let line = ''
  for (const word of oneLine(text).split(' ')) {
    if (line && line.length + 1 + word.length > lineLength) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return withoutBinding([...lines, line].join('\n'))
}

const renderText = (content: MailContent, brand: MailBrand): string => {
  const heading = wrap(content.heading)
  const underline = '='.repeat(Math.max(...heading.split('\n').map((line) => line.length)))
  const facts = content.facts?.map(([label, value]) => wrap(`${label}: ${value}`)).join('\n')
  const blocks = [
    oneLine(brand.name),
    `${heading}\n${underline}`,
    ...content.paragraphs.map(wrap),
    content.code && oneLine(content.code),
    facts,
    ...(content.advice ?? []).map(wrap),
    content.button && `${wrap(`${content.button.label}:`)}\n${content.button.url}`,
    content.otherWay && `${wrap(content.otherWay.words)}\n${content.otherWay.url}`,
    content.otherCode && `${wrap(content.otherCode.words)}\n\n${oneLine(content.otherCode.code)}`,
    ...(content.after ?? []).map(wrap),
    '-'.repeat(24),
    wrap(warning(brand)),
    content.stop && `${wrap(stopHint)}\n${content.stop}`,
    [brand.legalLine && wrap(brand.legalLine), brand.origin].filter(Boolean).join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

// HTML: tables and inline styles, because that is what mail programs agree on.

const light = {
  page: '#f6f1e7',
  surface: '#ffffff',
  sunken: '#f6f1e7',
  line: '#e2d9c6',
  text: '#1d2421',
  quiet: '#5a605a',
}
const dark = {
  page: '#0d1615',
  surface: '#142120',
  sunken: '#0d1615',
  line: '#263634',
  text: '#ebe7dc',
  quiet: '#a0aca7',
}
const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const serif = "Georgia,'Times New Roman',serif"
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => oneLine(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const paragraphOf = (content: string) =>
  `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:25px;color:${light.text}">${content}</p>`

const paragraph = (text: string) => paragraphOf(escapeHtml(text))

const small = (content: string, margin: string) =>
  `<p class="quiet" style="margin:${margin};font-size:13px;line-height:20px;color:${light.quiet}">${content}</p>`

const link = (url: string) =>
  `<a class="quiet" href="${escapeHtml(url)}" style="color:${light.quiet};text-decoration:underline;word-break:break-all;overflow-wrap:anywhere">${escapeHtml(url)}</a>`

const otherWay = ({ words, url }: { words: string; url: string }) => paragraphOf(`${escapeHtml(words)}<br>${link(url)}`)

/** With places to break, so that a mail program does not make a link of a name such as gold.example. */
const unlinked = (value: string) => escapeHtml(value).replaceAll('.', '.<wbr>')

const codeBox = (
  code: string,
) => `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="sunken line" align="center" style="padding:20px 8px;background:${light.sunken};border:1px solid ${light.line};border-radius:8px">
<span class="text" style="font-family:${mono};font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px;padding-left:6px;color:${light.text}">${escapeHtml(code)}</span></td>
</tr></table>`

const factTable = (
  facts: [string, string][],
) => `<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px;border-collapse:collapse;border-bottom:1px solid ${light.line}">
${facts
  .map(
    ([label, value]) => `<tr>
<th class="quiet line" scope="row" width="88" align="left" valign="top" style="width:88px;padding:10px 16px 10px 0;border-top:1px solid ${light.line};font-size:14px;line-height:22px;font-weight:400;color:${light.quiet};white-space:nowrap">${escapeHtml(label)}</th>
<td class="text line" valign="top" style="padding:10px 0;border-top:1px solid ${light.line};font-size:14px;line-height:22px;color:${light.text};overflow-wrap:anywhere;font-variant-numeric:tabular-nums">${unlinked(value)}</td>
</tr>`,
  )
  .join('\n')}
</table>`

const button = ({ label, url }: { label: string; url: string }, accent: string) => {
  const { fill, text } = buttonColours(accent)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr>
<td align="center" bgcolor="${fill}" style="border-radius:8px;background:${fill}"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 26px;border-radius:8px;background:${fill};font-size:16px;line-height:22px;font-weight:600;color:${text};text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
${small(`${linkHint}<br>${link(url)}`, '0 0 24px')}`
}

/** Keeps the inbox from filling the preview with the first words of the mail. */
const previewPadding = '&#847;&zwnj;&nbsp;'.repeat(60)

const darkRules = `
.page { background: ${dark.page} !important }
.surface { background: ${dark.surface} !important }
.sunken { background: ${dark.sunken} !important }
.line { border-color: ${dark.line} !important }
.text { color: ${dark.text} !important }
.quiet { color: ${dark.quiet} !important }`

const head = (content: MailContent) => `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(content.subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 480px) { .card { padding: 28px 22px 12px !important } .frame { padding: 24px 12px !important } }
@media (prefers-color-scheme: dark) {${darkRules}
}
</style>
</head>`

const renderHtml = (content: MailContent, brand: MailBrand): string => `<!doctype html>
<html lang="en" dir="ltr">
${head(content)}
<body class="page" style="margin:0;padding:0;background:${light.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all">${escapeHtml(content.preview)}${previewPadding}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.page};font-family:${sans}"><tr>
<td class="frame" align="center" style="padding:40px 16px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;text-align:left">
<tr><td class="text" style="padding:0 4px 20px;font-family:${serif};font-size:22px;line-height:28px;font-weight:600;color:${light.text}">${escapeHtml(brand.name)}</td></tr>
<tr><td class="card surface line" style="padding:36px 40px 20px;background:${light.surface};border:1px solid ${light.line};border-radius:12px">
<h1 class="text" style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:650;color:${light.text}">${escapeHtml(content.heading)}</h1>
${[
  ...content.paragraphs.map(paragraph),
  content.code && codeBox(content.code),
  content.facts?.length && factTable(content.facts),
  ...(content.advice ?? []).map(paragraph),
  content.button && button(content.button, brand.accent),
  content.otherWay && otherWay(content.otherWay),
  content.otherCode && `${paragraph(content.otherCode.words)}\n${codeBox(content.otherCode.code)}`,
  ...(content.after ?? []).map(paragraph),
]
  .filter(Boolean)
  .join('\n')}
</td></tr>
<tr><td style="padding:20px 4px 0">
${small(escapeHtml(warning(brand)), '0 0 8px')}${content.stop ? `\n${small(`${escapeHtml(stopHint)}<br>${link(content.stop)}`, '0 0 8px')}` : ''}
${small([brand.legalLine && escapeHtml(brand.legalLine), link(brand.origin)].filter(Boolean).join('<br>'), '0')}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
