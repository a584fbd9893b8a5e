import { type Block, type Inline, isSafeHref, type RichText, richTextLimits } from '@ingot/endpoints/rich-text'
import markdownIt, { type Token } from 'markdown-it'

/** What the parser is told to know. Tables, HTML, references and addresses that turn into links by themselves are no part of it. */
const known = [
  ...['blockquote', 'code', 'fence', 'heading', 'list'],
  ...['autolink', 'backticks', 'emphasis', 'entity', 'escape', 'image', 'link', 'newline'],
]

/** The parser counts a list as two levels and leaves out in silence what lies deeper: so we refuse before it gets there. */
const parserLevels = 100

const parser = markdownIt('zero', { html: false, linkify: false, typographer: false, maxNesting: parserLevels })
parser.enable(known)
// Where a link may lead is decided below, once, for whatever has the form of one.
parser.validateLink = () => true
parser.normalizeLink = (address) => address

/** Looking for the end of each takes as long as the text is, so that only so many are looked for. */
const mostBrackets = 500

/** A picture that was uploaded for texts of ours. */
type OwnPicture = { width: number; height: number }

/** How a picture is named in what is written. */
const pictureScheme = 'picture:'

/** Why a text is not taken: said to whoever wrote it. */
export class MarkdownRefused extends Error {
  override name = 'MarkdownRefused'
}

/** Drawn as nothing, or turns the direction of what follows: no part of a text that others rely on. Joiners of letters stay. */
const unseen = /[\p{Zl}\p{Zp}]|[^\P{C}\n\t\u200c\u200d]/gu

const clean = (text: string) => text.replaceAll(unseen, '')

type Reading = {
  pictures: ReadonlyMap<string, OwnPicture>
  /** Counts what is made, so that a short text never becomes a large tree. */
  count: () => void
}

/** Walks what the parser found, one after the other; deeper ones are read by the same walk. */
type Walk = { tokens: readonly Token[]; at: number; level: number }

const inlinesUntil = (reading: Reading, walk: Walk, end: string | null): Inline[] => {
  const made: Inline[] = []
  if (walk.level > richTextLimits.levels) throw new MarkdownRefused('Please nest less.')
  for (let token = walk.tokens[walk.at]; token && token.type !== end; token = walk.tokens[walk.at]) {
    walk.at += 1
    reading.count()
    made.push(...inlineOf(reading, walk, token))
  }
  walk.at += 1
  return joined(made)
}

const inside = (reading: Reading, walk: Walk, end: string): Inline[] => {
  walk.level += 1
  const children = inlinesUntil(reading, walk, end)
  walk.level -= 1
  return children
}

const inlineOf = (reading: Reading, walk: Walk, token: Token): Inline[] => {
  if (token.type === 'strong_open') return [{ type: 'strong', children: inside(reading, walk, 'strong_close') }]
  if (token.type === 'em_open') return [{ type: 'em', children: inside(reading, walk, 'em_close') }]
  if (token.type === 'link_open') {
    const href = String(token.attrGet('href') ?? '')
    const children = inside(reading, walk, 'link_close')
    // What may lead nowhere of ours stays as the words that it was.
    return isSafeHref(href) && children.length > 0 ? [{ type: 'link', href, children }] : children
  }
  if (token.type === 'image') return [pictureOf(reading, token)]
  if (token.type === 'hardbreak') return [{ type: 'break' }]
  if (token.type === 'softbreak') return [{ type: 'text', text: ' ' }]
  return [{ type: token.type === 'code_inline' ? 'code' : 'text', text: clean(token.content) }]
}

/** One of ours, or its words: no page of ours ever asks somebody else for a picture. */
const pictureOf = ({ pictures }: Reading, token: Token): Inline => {
  const address = String(token.attrGet('src') ?? '')
  const alt = clean(token.content)
  const name = address.startsWith(pictureScheme) ? address.slice(pictureScheme.length) : ''
  const picture = pictures.get(name)
  return picture
    ? { type: 'image', name, alt, width: picture.width, height: picture.height }
    : { type: 'text', text: alt }
}

/** Texts side by side are one, and an empty one is none. */
const joined = (inlines: readonly Inline[]): Inline[] => {
  const made: Inline[] = []
  for (const each of inlines) {
    const last = made.at(-1)
    if (each.type === 'text' && last?.type === 'text')
      made[made.length - 1] = { type: 'text', text: last.text + each.text }
    else if (each.type !== 'text' || each.text !== '') made.push(each)
  }
  return made
}

const blocksUntil = (reading: Reading, walk: Walk, end: string | null): Block[] => {
  const made: Block[] = []
  for (let token = walk.tokens[walk.at]; token && token.type !== end; token = walk.tokens[walk.at]) {
    walk.at += 1
    reading.count()
    made.push(...blockOf(reading, walk, token))
  }
  walk.at += 1
  return made
}

const deeper = <T>(walk: Walk, read: () => T): T => {
  walk.level += 1
  if (walk.level > richTextLimits.levels) throw new MarkdownRefused('Please nest less.')
  const made = read()
  walk.level -= 1
  return made
}

const blockOf = (reading: Reading, walk: Walk, token: Token): Block[] => {
  if (token.type === 'fence' || token.type === 'code_block')
    return [{ type: 'code', text: clean(token.content).trimEnd() }]
  if (token.type === 'paragraph_open') {
    const children = lineOf(reading, walk)
    return children.length > 0 ? [{ type: 'paragraph', children }] : []
  }
  if (token.type === 'heading_open') {
    // The page has the first heading; a part of a part of a part is only one more part.
    const level = token.tag === 'h1' || token.tag === 'h2' ? 2 : 3
    const children = lineOf(reading, walk)
    return children.length > 0 ? [{ type: 'heading', level, children }] : []
  }
  if (token.type === 'blockquote_open')
    return [{ type: 'quote', children: deeper(walk, () => blocksUntil(reading, walk, 'blockquote_close')) }]
  if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') {
    const isOrdered = token.type === 'ordered_list_open'
    const start = isOrdered ? Number(token.attrGet('start') ?? 1) : null
    const items = deeper(walk, () => itemsUntil(reading, walk, isOrdered ? 'ordered_list_close' : 'bullet_list_close'))
    return [{ type: 'list', start, items }]
  }
  return []
}

const itemsUntil = (reading: Reading, walk: Walk, end: string): Block[][] => {
  const items: Block[][] = []
  for (let token = walk.tokens[walk.at]; token && token.type !== end; token = walk.tokens[walk.at]) {
    walk.at += 1
    reading.count()
    items.push(blocksUntil(reading, walk, 'list_item_close'))
  }
  walk.at += 1
  return items
}

/** The words of a paragraph or heading, with the token that ends it. */
const lineOf = (reading: Reading, walk: Walk): Inline[] => {
  const words = walk.tokens[walk.at]
  walk.at += 2
  return inlinesUntil(reading, { tokens: words?.children ?? [], at: 0, level: 0 }, null)
}

/** The names of all pictures that a text speaks of, whether there are such or not. */
export const picturesNamedIn = (source: string): string[] =>
  [...new Set([...source.matchAll(/picture:([0-9a-f]{32})/g)].map(([, name = '']) => name))].slice(
    0,
    richTextLimits.pictures + 1,
  )

/** Makes of what was written the tree that pages draw. Nothing that looks like markup is more than words in it. */
export const readMarkdown = (source: string, pictures: ReadonlyMap<string, OwnPicture>): RichText => {
  const { characters, parts, pictures: mostPictures } = richTextLimits
  if (source.length > characters) throw new MarkdownRefused(`Please use at most ${characters} characters.`)
  if (picturesNamedIn(source).length > mostPictures)
    throw new MarkdownRefused(`Please use at most ${mostPictures} pictures.`)
  if (source.split('[').length > mostBrackets) throw new MarkdownRefused('Please use fewer links.')
  const tokens = parser.parse(source, {})
  if (tokens.some(({ level }) => level >= parserLevels / 2)) throw new MarkdownRefused('Please nest less.')
  let counted = 0
  const count = () => {
    counted += 1
    if (counted > parts) throw new MarkdownRefused('Please use fewer lists, links and breaks.')
  }
  return blocksUntil({ pictures, count }, { tokens, at: 0, level: 0 }, null)
}
