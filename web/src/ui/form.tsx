import type { ComponentProps, ReactNode } from 'react'
import { Card } from './card.tsx'
import classes from './form.module.css'
import { PageLink } from './page-link.tsx'

/** Our own sentences at the fields replace the browser's. */
export const Form = (props: Omit<ComponentProps<'form'>, 'noValidate' | 'className'>) => (
  <form noValidate className={classes.form} {...props} />
)

/** Parts of a form's page below each other, where there is nothing to fill in. */
export const FormStack = ({ children }: { children: ReactNode }) => <div className={classes.form}>{children}</div>

/** What a person should know before anything else on the page; announced at once. */
export const Notice = ({ title, children }: { title?: string | undefined; children: ReactNode }) => (
  <Card role="alert" className={classes.notice}>
    {title !== undefined && <p className={classes.noticeTitle}>{title}</p>}
    <p className={classes.noticeText}>{children}</p>
  </Card>
)

export const FormText = ({ children, isQuiet = false }: { children: ReactNode; isQuiet?: boolean }) => (
  <p className={isQuiet ? classes.quiet : classes.text}>{children}</p>
)

/** Other things one could do here, beside each other. */
export const FormWays = ({ children }: { children: ReactNode }) => <div className={classes.ways}>{children}</div>

export const TextLink = (props: ComponentProps<typeof PageLink>) => <PageLink className={classes.link} {...props} />

/** Looks like a link and acts on this page. */
export const LinkButton = (props: Omit<ComponentProps<'button'>, 'type' | 'className'>) => (
  <button type="button" className={classes.link} {...props} />
)
