import { type ReactNode, useId } from 'react'
import { Card } from '../../../ui/card.tsx'
import classes from './part.module.css'

/** One matter of security: what it is, how it stands, and what can be done about it. */
export const Part = ({
  title,
  status,
  notice = '',
  action,
  children,
}: {
  title: string
  status: ReactNode
  /** What has just happened; announced. */
  notice?: string
  action?: ReactNode
  children?: ReactNode
}) => {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h3 className={classes.title} id={id}>
            {title}
          </h3>
          <div className={classes.status}>{status}</div>
        </div>
        {action !== undefined && <div className={classes.action}>{action}</div>}
      </div>
      <p role="status" className={classes.notice}>
        {notice}
      </p>
      <div className={classes.body}>{children}</div>
    </Card>
  )
}
