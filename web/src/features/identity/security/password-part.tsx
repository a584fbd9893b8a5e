import { Button } from '@mantine/core'
import { PageLink } from '../../../ui/page-link.tsx'
import { Part } from './part.tsx'

export const PasswordPart = () => (
  <Part
    title="Password"
    status="Changing it logs you out everywhere else."
    action={
      <Button component={PageLink} to="/Change-Password" variant="default">
        Change password
      </Button>
    }
  />
)
