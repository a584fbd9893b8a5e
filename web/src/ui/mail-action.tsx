import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { FormStack, FormText } from './form.tsx'
import { FormPage } from './form-page.tsx'
import { FormProblem } from './form-problem.tsx'

type Act = { mutate: (token: string) => void; isPending: boolean; isSuccess: boolean; error: Error | null }

/**
 * What a link in a mail leads to. A button and not the visit itself: mail scanners open links, and nothing should be done
 * by being scanned.
 */
export const MailAction = ({
  act,
  title,
  children,
  button,
  refused,
  done,
}: {
  act: Act
  /** The question, and below it what the button does. */
  title: string
  children: ReactNode
  button: string
  /** What to do when it was refused, such as with a link that was used before. */
  refused?: ReactNode
  /** What has happened, and what comes next. */
  done: { title: string; happened: string; next: ReactNode }
}) => {
  const { token = '' } = useParams()
  const { mutate, isPending, isSuccess, error } = act
  if (isSuccess)
    return (
      <FormPage title={done.title} takesFocus>
        <FormStack>
          <div role="status">
            <FormText>{done.happened}</FormText>
          </div>
          {done.next}
        </FormStack>
      </FormPage>
    )
  return (
    <FormPage title={title}>
      <FormStack>
        {children}
        <FormProblem failure={error}>{refused}</FormProblem>
        <Button size="md" loading={isPending} onClick={() => mutate(token)}>
          {button}
        </Button>
      </FormStack>
    </FormPage>
  )
}
