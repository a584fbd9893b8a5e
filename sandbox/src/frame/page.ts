import type { FastifyReply } from 'fastify'
import { html, type Markup } from './html.ts'

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

type Page = {
  title: string
  body: Markup
  /** Path of the menu entry that is shown as current. */
  at?: string
  /** What it shows is about to change: the browser asks for it again. */
  againSeconds?: number | undefined
}

export type MenuEntry = { path: string; title: string }

const layout = (page: Page, menu: MenuEntry[]): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Ingot sandbox</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<p class="banner"><strong>This is the sandbox, not a real service.</strong> Nothing you do here leaves this machine.</p>
<div class="top">
<a class="mark" href="/">Ingot <span>sandbox</span></a>
<nav aria-label="Sandbox">
${menu.map(
  (entry) =>
    html`<a href="${entry.path}"${entry.path === page.at ? html` aria-current="page"` : ''}>${entry.title}</a>
`,
)}</nav>
</div>
</header>
<main id="content" tabindex="-1">
${page.body}
</main>
</body>
</html>
`

export type Pages = { send(reply: FastifyReply, page: Page, status?: number): FastifyReply }

/** Every page goes out through here, so that none lacks its headers. */
export const openPages = (menu: MenuEntry[]): Pages => ({
  send: (reply, page, status = 200) => {
    if (page.againSeconds !== undefined) reply.header('refresh', page.againSeconds)
    return reply
      .code(status)
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(layout(page, menu).text)
  },
})

const DATE_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

export const timeTag = (iso: string): Markup =>
  html`<time datetime="${iso}">${DATE_TIME.format(new Date(iso))} UTC</time>`
