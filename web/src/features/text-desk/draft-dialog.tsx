import '@mantine/core/styles/Input.css'
import { draftLimits, saveTextDraft, type TextDesk } from '@ingot/endpoints/text-desk'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useSaveDraft } from './queries.ts'
import classes from './text-desk.module.css'

const { version, effectiveOn, title, changes, words } = saveTextDraft.body.shape
const schema = z.object({ version, effectiveOn, title, changes, words })

type Values = z.input<typeof schema>

const valuesOf = ({ title: titled, words: inForce, draft }: TextDesk): Values =>
  draft
    ? {
        ...{ version: draft.version, effectiveOn: draft.publishedOn },
        ...{ title: draft.title, changes: draft.changes, words: draft.words },
      }
    : { version: '', effectiveOn: '', title: titled, changes: '', words: inForce }

/** The next version, as it is typed. */
export const DraftDialog = ({ desk, onClose }: { desk: TextDesk; onClose: () => void }) => {
  const id = useId()
  const save = useSaveDraft(desk.name)
  const { field, onSubmit, problem, isSending } = useContractForm<Values>({
    schema,
    initialValues: valuesOf(desk),
    fieldOf: { TextVersionTaken: 'version' },
  })
  const send = async (values: Values) => {
    await save.mutateAsync({ ...values, revision: desk.draft?.revision ?? 0 })
    onClose()
  }
  return (
    <Dialog title={id} className={classes.dialog} closesBeside={false} onClose={onClose}>
      <div className={classes.content}>
        <DialogHeader id={id} onClose={onClose}>
          {`Next version: ${desk.title}`}
        </DialogHeader>
        <Form onSubmit={onSubmit(send)}>
          <FormText isQuiet>Nothing is published by saving. To publish takes a second operator.</FormText>
          <TextInput label="Version" description="Such as 2.1" size="md" data-autofocus {...field('version')} />
          <TextInput
            label="In force from"
            description="A day to come. From then on customers are asked to accept it."
            type="date"
            size="md"
            {...field('effectiveOn')}
          />
          <TextInput label="Title" size="md" maxLength={draftLimits.title} {...field('title')} />
          <Textarea
            label="What changes"
            description="Customers read it before they accept."
            size="md"
            rows={3}
            maxLength={draftLimits.changes}
            {...field('changes')}
          />
          <Textarea
            label="Text"
            description="A heading after “## ”, paragraphs set apart by a blank line. {{brand}} stands for the service’s name."
            size="md"
            rows={16}
            {...field('words')}
          />
          <FormProblem failure={problem} />
          <FormActions onCancel={onClose}>
            <Button type="submit" loading={isSending}>
              Save draft
            </Button>
          </FormActions>
        </Form>
      </div>
    </Dialog>
  )
}
