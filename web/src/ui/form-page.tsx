import '@mantine/core/styles/Input.css'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import classes from './form-page.module.css'
import { PageHeading } from './page-heading.tsx'

/** A page that is one form; `foot` leads to the neighbouring pages. */
export const FormPage = ({
  title,
  note,
  before,
  takesFocus = false,
  children,
  foot,
}: {
  title: ReactNode
  note?: ReactNode
  /** Stands above the form, such as why one was logged out. */
  before?: ReactNode
  takesFocus?: boolean
  children: ReactNode
  foot?: ReactNode
}) => (
  <>
    <PageHeading note={note} takesFocus={takesFocus}>
      {title}
    </PageHeading>
    {before}
    <Card className={classes.card}>{children}</Card>
    {foot && <div className={classes.foot}>{foot}</div>}
  </>
)
