import { Button } from '@mantine/core'
import { useState } from 'react'
import { Question } from './question.tsx'
import { useReturnFocus } from './return-focus.ts'

/** Does something that cannot be taken back, once it was asked about in the button's place. */
export const AskedButton = ({
  button,
  legend,
  text,
  yes,
  no = 'Keep it',
  act,
}: {
  button: string
  legend: string
  text: string
  yes: string
  no?: string
  act: { isPending: boolean; error: Error | null; mutate: (nothing: undefined) => void }
}) => {
  const [isAsking, setIsAsking] = useState(false)
  const opener = useReturnFocus(isAsking)
  if (!isAsking)
    return (
      <Button ref={opener} variant="default" onClick={() => setIsAsking(true)}>
        {button}
      </Button>
    )
  return (
    <Question
      legend={legend}
      yes={yes}
      no={no}
      isBusy={act.isPending}
      failure={act.error}
      onYes={() => act.mutate(undefined)}
      onNo={() => setIsAsking(false)}
    >
      {text}
    </Question>
  )
}
