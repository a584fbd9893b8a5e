import {
  type Block,
  type Inline,
  plainTextOf,
  type RichText,
  richText,
  richTextLimits,
} from '@ingot/endpoints/rich-text'
import { describe, expect, test } from 'vitest'
import { MarkdownRefused, readMarkdown } from './markdown.ts'

const picture = 'a1'.repeat(16)
const pictures = new Map([[picture, { width: 800, height: 600 }]])
const read = (source: string) => readMarkdown(source, pictures)
const paragraph = (...children: Inline[]): Block => ({ type: 'paragraph', children })
const text = (words: string): Inline => ({ type: 'text', text: words })

const inlinesIn = (inlines: readonly Inline[]): Inline[] =>
  inlines.flatMap((each) => ('children' in each ? [each, ...inlinesIn(each.children)] : [each]))
const allIn = (blocks: RichText): Inline[] =>
  blocks.flatMap((block) => {
    if (block.type === 'list') return block.items.flatMap(allIn)
    if (block.type === 'quote') return allIn(block.children)
    return block.type === 'code' ? [] : inlinesIn(block.children)
  })
const linksIn = (source: string) => allIn(read(source)).flatMap((each) => (each.type === 'link' ? [each.href] : []))

test('a text becomes paragraphs, headings, lists, quotes and code, in words alone', () => {
  const made = read(
    `# First\n\nSome **bold *and em*** [here](https://portal.example/a?b=1#c), \`code\`.  \nNext\n\n#### Fourth\n\n- one\n  1. two\n- three\n\n> said\n\n\`\`\`js\na < b\n\`\`\`\n\n![A vault](picture:${picture})`,
  )
  expect(made).toEqual([
    { type: 'heading', level: 2, children: [text('First')] },
    paragraph(
      text('Some '),
      { type: 'strong', children: [text('bold '), { type: 'em', children: [text('and em')] }] },
      text(' '),
      { type: 'link', href: 'https://portal.example/a?b=1#c', children: [text('here')] },
      text(', '),
      { type: 'code', text: 'code' },
      text('.'),
      { type: 'break' },
      text('Next'),
    ),
    { type: 'heading', level: 3, children: [text('Fourth')] },
    {
      ...{ type: 'list', start: null },
      items: [
        [paragraph(text('one')), { type: 'list', start: 1, items: [[paragraph(text('two'))]] }],
        [paragraph(text('three'))],
      ],
    },
    { type: 'quote', children: [paragraph(text('said'))] },
    { type: 'code', text: 'a < b' },
    paragraph({ type: 'image', name: picture, alt: 'A vault', width: 800, height: 600 }),
  ])
  expect(richText.parse(made)).toEqual(made)
  expect(plainTextOf(made)).toContain('Some bold and em here, code.\nNext')
})

test('markup, entities and tables are the words that they are', () => {
  const script = '<script>alert(1)</script>'
  expect(read(script)).toEqual([paragraph(text(script))])
  expect(read('<img src=x onerror=alert(1)> <b>x</b>')).toEqual([
    paragraph(text('<img src=x onerror=alert(1)> <b>x</b>')),
  ])
  expect(read('&lt;script&gt; &amp;lt; &copy;')).toEqual([paragraph(text('<script> &lt; ©'))])
  expect(allIn(read('| a | b |\n| - | - |\n| 1 | 2 |')).every(({ type }) => type === 'text')).toBe(true)
})

test('a link leads to https, to a mailbox or to a page of ours; any other stays as its words', () => {
  expect(linksIn('[a](https://x.example) [b](mailto:help@x.example) [c](/reserves?x=1) <https://y.example>')).toEqual([
    'https://x.example',
    'mailto:help@x.example',
    '/reserves?x=1',
    'https://y.example',
  ])
  const hostile = [
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', '&#x6a;avascript:alert(1)', 'java&#10;script:alert(1)'],
    ...['data:text/html,<script>alert(1)</script>', 'vbscript:x', 'file:///etc/passwd', 'http://x.example', 'ftp://x'],
    ...[
      '//evil.example',
      '/\\\\evil.example',
      '/&#92;evil.example',
      '/&#9;/evil.example',
      '\\\\evil.example',
      'https:evil',
    ],
    ...['https://user:pass@evil.example', 'https://', 'mailto:a@b.example?bcc=c@d.example', 'blob:x', 'evil', '#x'],
  ]
  for (const address of hostile) {
    expect(linksIn(`[words](${address})`), address).toEqual([])
    expect(plainTextOf(read(`[words](${address})`)), address).toContain('words')
  }
  expect(linksIn('<javascript:alert(1)> javascript:alert(1) https://not-by-itself.example')).toEqual([])
})

test('a picture is one of ours; of any other only its words are left', () => {
  for (const address of [
    'https://evil.example/x.png',
    `picture:${'b2'.repeat(16)}`,
    'data:image/svg+xml,<svg/>',
    `https://evil.example/picture:${picture}`,
    '/api/pictures/x',
  ])
    expect(read(`![words](${address})`), address).toEqual([paragraph(text('words'))])
})

test('nothing turns the direction of a text or hides in it, as it is or as an entity', () => {
  const made = plainTextOf(read('a\u202eb\u2066c &#x202e;d &#8238;e \u200bf \ufeffg &#0;h'))
  expect(made).toBe('abc d e f g \ufffdh')
})

describe('what is too much is refused, in no time', () => {
  const n = richTextLimits.characters
  const fill = (part: string) => part.repeat(Math.floor(n / part.length))
  const hostile: [string, string][] = [
    ['lists 10,000 deep', '- '.repeat(10_000)],
    ['numbered lists without end', fill('1. ')],
    ['quotes 10,000 deep', '> '.repeat(10_000)],
    [
      'a list that goes deeper line by line',
      Array.from({ length: 100 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n'),
    ],
    ['a huge table', fill('|a|b|\n|-|-|\n')],
    ['brackets without end', '['.repeat(n)],
    ['pictures that never end', fill('![[')],
    ['links within links', fill('[a](')],
    ['stars without end', fill('*a **b ')],
    ['underscores without end', fill('_a')],
    ['backticks of every length', fill('`a``b```')],
    ['tags that never end', '<'.repeat(n)],
    ['entities that never end', '&'.repeat(n)],
    ['a list of 5,000', fill('- a\n')],
    ['emphasis 5,000 deep', `${'*a '.repeat(3_000)}${' a*'.repeat(3_000)}`],
    ['strong in strong', `${'**a'.repeat(2_000)}${'a**'.repeat(2_000)}`],
    ['one character more', 'a'.repeat(n + 1)],
  ]
  test.each(hostile)('%s', (_name, source) => {
    const began = performance.now()
    let made: RichText = []
    let refusal: unknown
    try {
      made = read(source)
    } catch (error) {
      refusal = error
    }
    // On a busy machine, too: what is quadratic takes many times as long.
    expect(performance.now() - began).toBeLessThan(1_500)
    if (refusal) expect(refusal).toBeInstanceOf(MarkdownRefused)
    expect(JSON.stringify(made).length).toBeLessThan(10 * n)
    expect(richText.safeParse(made).success).toBe(true)
  })

  test('deep lists, long texts, many parts and many pictures by name', () => {
    expect(() => read('- '.repeat(10_000))).toThrow('Please nest less.')
    expect(() => read('a'.repeat(n + 1))).toThrow('Please use at most 20000 characters.')
    expect(() => read('- a\n'.repeat(3_000))).toThrow('Please use fewer lists, links and breaks.')
    expect(() => read('['.repeat(600))).toThrow('Please use fewer links.')
    const many = Array.from({ length: richTextLimits.pictures + 1 }, (_, at) => String(at).padStart(32, '0'))
    expect(() => read(many.map((name) => `![x](picture:${name})`).join('\n'))).toThrow(
      'Please use at most 12 pictures.',
    )
    expect(() => read('- a\n  - b\n    - c\n      - d\n        - e')).not.toThrow()
  })
})
