import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/card.tsx'
import classes from './part.module.css'

/** A part of the page on a surface of its own, headed. */
export const Part = ({
  title,
  className,
  children,
}: {
  title: string
  className?: string | undefined
  children: ReactNode
}) => {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className={className}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </Card>
  )
}
