import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, type CheckboxProps } from '@mantine/core'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormText, LinkButton, TextLink } from '../../ui/form.tsx'
import type { useTerms } from './queries.ts'

/** Consent to the terms as they stand, in their current version. */
export const ConsentField = ({ terms, ...props }: CheckboxProps & { terms: ReturnType<typeof useTerms> }) => (
  <div>
    <Checkbox
      size="md"
      label={
        <>
          I have read and accept the{' '}
          <TextLink to="/term-conditions" target="_blank" viewTransition={false}>
            terms and conditions
          </TextLink>
          {terms.data && `, version ${terms.data.version}`}, and have read the{' '}
          <TextLink to="/privacy-policy/" target="_blank" viewTransition={false}>
            privacy policy
          </TextLink>
        </>
      }
      {...props}
    />
    {terms.isError && !terms.data && (
      <>
        <FailureNote message="The terms could not be loaded, so they cannot be accepted yet." />
        <FormText isQuiet>
          <LinkButton disabled={terms.isFetching} onClick={() => void terms.refetch()}>
            Retry
          </LinkButton>
        </FormText>
      </>
    )}
  </div>
)
