import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { FormStack, FormText, TextLink } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useVetoRecovery } from './queries.ts'

/** A button and not the visit itself: mail scanners open links, and nobody should veto by being scanned. */
export const RecoveryVetoPage = () => {
  const { token = '' } = useParams()
  const { mutate, isPending, isSuccess, error } = useVetoRecovery()
  if (isSuccess)
    return (
      <FormPage title="The recovery is stopped" takesFocus>
        <FormStack>
          <div role="status">
            <FormText>Two-factor authentication stays on. Nothing else was changed.</FormText>
          </div>
          <FormText>
            Whoever asked for the recovery knew your password. If that was not you,{' '}
            <TextLink to="/forgot-password">choose a new password</TextLink> now.
          </FormText>
        </FormStack>
      </FormPage>
    )
  return (
    <FormPage title="Stop the recovery?">
      <FormStack>
        <FormText>
          Somebody who knows your password asked for two-factor authentication to be taken off your account. If that was
          not you, stop it here.
        </FormText>
        <FormText isQuiet>If it was you, there is nothing to do: close this page and wait for our next mail.</FormText>
        <FormProblem failure={error} />
        <Button size="md" loading={isPending} onClick={() => mutate(token)}>
          Stop the recovery
        </Button>
      </FormStack>
    </FormPage>
  )
}
