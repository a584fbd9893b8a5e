import * as z from 'zod/mini'

// A text with headings, lists, links and pictures, as a small tree: the server makes it, the page draws it, and nothing of it is markup.

/** How long what is written may be, and how much of it: in characters, levels and parts. */
export const richTextLimits = { characters: 20_000, levels: 6, parts: 2_000, pictures: 12 } as const

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'break' }
  | { readonly type: 'strong' | 'em'; readonly children: readonly Inline[] }
  /** An https address, a mailto address, or a path of our own. */
  | { readonly type: 'link'; readonly href: string; readonly children: readonly Inline[] }
  /** One of our own files, by its name. */
  | {
      readonly type: 'image'
      readonly name: string
      readonly alt: string
      readonly width: number
      readonly height: number
    }

export type Block =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: 2 | 3; readonly children: readonly Inline[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }

export type RichText = readonly Block[]

const text = z.string()
const side = z.int().check(z.minimum(1), z.maximum(10_000))

/** Where a link may lead. The page looks once more: what it is given may have been made long ago. */
export const isSafeHref = (href: string): boolean => {
  if (/[\s\\\p{C}]/u.test(href)) return false
  if (/^\/(?!\/)/.test(href)) return true
  if (/^mailto:[^?&%]+@[^?&%@]+$/i.test(href)) return true
  if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return false
  const { username, password } = new URL(href)
  return username === '' && password === ''
}

/** A picture's name cannot be guessed. */
export const pictureName = z.string().check(z.regex(/^[0-9a-f]{32}$/))

const inline: z.ZodMiniType<Inline> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text }),
    z.object({ type: z.literal('code'), text }),
    z.object({ type: z.literal('break') }),
    z.object({ type: z.enum(['strong', 'em']), children: z.array(inline) }),
    z.object({ type: z.literal('link'), href: text.check(z.refine(isSafeHref)), children: z.array(inline) }),
    z.object({ type: z.literal('image'), name: pictureName, alt: text, width: side, height: side }),
  ]),
)

const block: z.ZodMiniType<Block> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('paragraph'), children: z.array(inline) }),
    z.object({
      type: z.literal('heading'),
      level: z.union([z.literal(2), z.literal(3)]),
      children: z.array(inline),
    }),
    z.object({ type: z.literal('code'), text }),
    z.object({ type: z.literal('quote'), children: z.array(block) }),
    z.object({ type: z.literal('list'), start: z.nullable(z.int()), items: z.array(z.array(block)) }),
  ]),
)

export const richText: z.ZodMiniType<RichText> = z.array(block)

const lineOf = (inlines: readonly Inline[]): string =>
  inlines
    .map((each) => {
      if (each.type === 'text' || each.type === 'code') return each.text
      if (each.type === 'break') return '\n'
      return each.type === 'image' ? each.alt : lineOf(each.children)
    })
    .join('')

/** What is left of it where only letters can stand. */
export const plainTextOf = (blocks: RichText): string =>
  blocks
    .map((each) => {
      if (each.type === 'code') return each.text
      if (each.type === 'quote') return plainTextOf(each.children)
      if (each.type === 'list') return each.items.map((item) => `– ${plainTextOf(item)}`).join('\n')
      return lineOf(each.children)
    })
    .filter((part) => part !== '')
    .join('\n\n')
