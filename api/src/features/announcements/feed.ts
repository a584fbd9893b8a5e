import { createHash } from 'node:crypto'
import { plainTextOf, type RichText } from '@ingot/endpoints/rich-text'

/** What stands in the feed of each: the rest is read on the page. */
const longestDescription = 1_000

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** XML has no way at all to write most control characters. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const escaped = (text: string): string =>
  text.replaceAll(forbidden, '').replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

/** What readers take the description for is up to them, and many take it for HTML: so it is escaped once more than XML asks. */
const description = (body: RichText): string => {
  const text = [...plainTextOf(body)]
  return escaped(
    escaped(text.length > longestDescription ? `${text.slice(0, longestDescription).join('')}…` : text.join('')),
  )
}

type Entry = { slug: string; title: string; category: string; publishAt: Date; body: RichText }

const itemOf = (site: string, { slug, title, category, publishAt, body }: Entry): string => {
  const link = escaped(`${site}/Announcements/${slug}`)
  return [
    '<item>',
    `<title>${escaped(title)}</title>`,
    `<link>${link}</link>`,
    `<guid isPermaLink="true">${link}</guid>`,
    `<pubDate>${publishAt.toUTCString()}</pubDate>`,
    `<category>${escaped(category)}</category>`,
    `<description>${description(body)}</description>`,
    '</item>',
  ].join('\n')
}

/** RSS 2.0, with the newest first and every address whole. */
export const feedOf = ({ site, brand, entries }: { site: string; brand: string; entries: readonly Entry[] }): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${escaped(brand)} announcements</title>`,
    `<link>${escaped(site)}/Announcements</link>`,
    `<description>What ${escaped(brand)} announces to its customers.</description>`,
    '<language>en</language>',
    `<atom:link href="${escaped(site)}/api/announcements.rss" rel="self" type="application/rss+xml"/>`,
    ...entries.map((entry) => itemOf(site, entry)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')

export const tagOf = (feed: string): string => `"${createHash('sha256').update(feed).digest('base64url').slice(0, 27)}"`
