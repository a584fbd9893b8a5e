import '@mantine/core/styles/Input.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import classes from './desk.module.css'
import type { Choice } from './queries.ts'

const longestLine = 32

/** A line that the operator writes for it, which may stay empty. */
const asking = ({ name, label, description }: NonNullable<Choice['asks']>) => ({
  shape: {
    [name]: z.string().check(z.trim(), z.maxLength(longestLine, `Please use at most ${longestLine} characters.`)),
  },
  initialValues: { [name]: '' } as Record<string, string>,
  fields: (field: (of: string) => object) => (
    <TextInput
      label={label}
      description={description}
      size="md"
      autoComplete="off"
      spellCheck={false}
      maxLength={longestLine}
      {...field(name)}
    />
  ),
})

/** What may be done, each in a dialog of its own. What takes two is asked for. */
export const Choices = ({
  choices,
  thing,
  onAct,
}: {
  choices: readonly Choice[]
  /** What is asked for concerns this. */
  thing: string
  onAct: (decided: { action: string; reason: string }) => Promise<unknown>
}) => {
  const [chosen, setChosen] = useState<Choice | null>(null)
  const close = () => setChosen(null)
  return (
    <>
      <div className={classes.ways}>
        {choices.map((choice) => (
          <Button key={choice.action} variant="default" onClick={() => setChosen(choice)}>
            {choice.label}
          </Button>
        ))}
      </div>
      {chosen?.needsTwo === true && (
        <AskApprovalDialog
          title={chosen.label}
          action={chosen.action}
          thing={thing}
          givenOf={(written) => ({ ...chosen.given, ...written })}
          {...(chosen.asks && { more: asking(chosen.asks) })}
          told={chosen.told}
          onClose={close}
        >
          <FormText isQuiet>This takes a second operator. Nothing changes until it is approved.</FormText>
        </AskApprovalDialog>
      )}
      {chosen?.needsTwo === false && (
        <DecisionDialog
          title={chosen.label}
          told={chosen.told}
          button={chosen.label}
          send={({ reason }) => onAct({ action: chosen.action, reason })}
          onClose={close}
        />
      )}
    </>
  )
}
