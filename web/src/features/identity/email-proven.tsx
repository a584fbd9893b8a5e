import { Button } from '@mantine/core'
import { FormStack, FormText } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { PageLink } from '../../ui/page-link.tsx'

/** Where every way of proving an e-mail ends. Proving it signs nobody in. */
export const EmailProven = ({ isBefore = false }: { isBefore?: boolean }) => (
  <FormPage title={isBefore ? 'Your e-mail address is already verified' : 'Your e-mail address is verified'} takesFocus>
    <FormStack>
      <FormText>
        {isBefore
          ? 'There is nothing left to do here. Log in to continue.'
          : 'Your account is ready. Log in to continue.'}
      </FormText>
      <Button component={PageLink} to="/signin" size="md">
        Log in
      </Button>
    </FormStack>
  </FormPage>
)
