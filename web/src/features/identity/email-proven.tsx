import { Button } from '@mantine/core'
import { FormStack, FormText } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { PageLink } from '../../ui/page-link.tsx'

/** Where every way of proving an e-mail ends. Proving it signs nobody in. */
export const EmailProven = () => (
  <FormPage title="Your e-mail is verified" takesFocus>
    <FormStack>
      <FormText>Your account is ready. Sign in to go on.</FormText>
      <Button component={PageLink} to="/signin" size="md">
        Sign in
      </Button>
    </FormStack>
  </FormPage>
)
