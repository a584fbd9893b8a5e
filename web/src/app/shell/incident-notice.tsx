import { Button } from '@mantine/core'
import { PageLink } from '../../ui/page-link.tsx'
import classes from './frame-notices.module.css'

type Incident = { title: string }
type NoticeProps = { incidents: readonly Incident[]; onDismiss: () => void }

export const IncidentNotice = ({ incidents: [first, ...others], onDismiss }: NoticeProps) => (
  <div className={classes.notice}>
    <p className={classes.text}>
      {first?.title}
      {others.length > 0 && `, and ${others.length} more`}. <PageLink to="/status">System status</PageLink>
    </p>
    <Button variant="subtle" color="gray" c="inherit" size="xs" onClick={onDismiss}>
      Dismiss
    </Button>
  </div>
)
