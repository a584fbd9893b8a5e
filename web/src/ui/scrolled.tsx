import type { ReactNode } from 'react'

/** What is larger than its place and is scrolled by itself, by keyboard too. */
export const Scrolled = ({
  label,
  className,
  children,
}: {
  label: string
  className: string | undefined
  children: ReactNode
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  <section className={className} aria-label={label} tabIndex={0}>
    {children}
  </section>
)
