import type { ComponentProps } from 'react'
import classes from './card.module.css'

type Tag = 'div' | 'section' | 'article' | 'figure' | 'ul' | 'li'

/** The one surface on which something stands apart from the page. */
export const Card = ({ as: Element = 'div', className, ...props }: ComponentProps<'div'> & { as?: Tag }) => (
  <Element className={[classes.card, className].filter(Boolean).join(' ')} {...(props as object)} />
)
