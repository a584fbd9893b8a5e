import { type Block, type Inline, isSafeHref, type RichText as Text } from '@ingot/endpoints/rich-text'
import { createElement, type ReactNode } from 'react'
import { PageLink } from './page-link.tsx'
import classes from './rich-text.module.css'

type PictureAddress = (name: string) => string

/** Handed over one by one: what never changes its order needs no keys. */
const element = (tag: string, children: readonly ReactNode[], attributes: object | null = null) =>
  createElement(tag, attributes, ...children)

const Away = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} rel="noopener noreferrer" {...(href.startsWith('mailto:') ? {} : { target: '_blank' })}>
    {children}
  </a>
)

const linked = (href: string, children: readonly ReactNode[]) => {
  // Looked at once more, where it becomes something that can be pressed.
  if (!isSafeHref(href)) return element('span', children)
  return href.startsWith('/')
    ? createElement(PageLink, { to: href } as never, ...children)
    : createElement(Away, { href } as never, ...children)
}

const inlineOf = (inline: Inline, picture: PictureAddress): ReactNode => {
  const inside = (children: readonly Inline[]) => children.map((each) => inlineOf(each, picture))
  switch (inline.type) {
    case 'text':
      return inline.text
    case 'code':
      return element('code', [inline.text])
    case 'break':
      return <br />
    case 'strong':
    case 'em':
      return element(inline.type, inside(inline.children))
    case 'link':
      return linked(inline.href, inside(inline.children))
    case 'image': {
      const { name, alt, width, height } = inline
      return <img src={picture(name)} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
    }
  }
}

const blockOf = (block: Block, picture: PictureAddress): ReactNode => {
  const inside = (blocks: readonly Block[]) => blocks.map((each) => blockOf(each, picture))
  switch (block.type) {
    case 'paragraph':
      return element(
        'p',
        block.children.map((each) => inlineOf(each, picture)),
      )
    case 'heading':
      return element(
        `h${block.level}`,
        block.children.map((each) => inlineOf(each, picture)),
      )
    case 'code':
      return element('pre', [element('code', [block.text])], { tabIndex: 0 })
    case 'quote':
      return element('blockquote', inside(block.children))
    case 'list': {
      const items = block.items.map((item) => element('li', inside(item)))
      return block.start === null ? element('ul', items) : element('ol', items, { start: block.start })
    }
  }
}

/** A text of ours as it was written, drawn element by element. Its pictures are asked for where `picture` says. */
export const RichText = ({ text, picture }: { text: Text; picture: PictureAddress }) =>
  element(
    'div',
    text.map((block) => blockOf(block, picture)),
    { className: classes.text },
  )
