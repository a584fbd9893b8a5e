import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import {
  type AnnouncementCategory,
  addAnnouncement,
  announcementLimits,
  correctAnnouncement,
  type EditedAnnouncement,
} from '@ingot/endpoints/announcements'
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { categoryChoices } from '../../lib/announcement-words.ts'
import { CallError } from '../../lib/call-error.ts'
import { useContractForm } from '../../lib/contract-form.ts'
import { Card } from '../../ui/card.tsx'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { Form, FormText, LinkButton } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import classes from './announcement-desk.module.css'
import { editorAddress } from './desk-words.ts'
import { PictureButton } from './picture-button.tsx'
import { Preview } from './preview.tsx'
import { useAdd, useChange, useCorrect } from './queries.ts'

type Values = { title: string; category: AnnouncementCategory; source: string; isPinned: boolean; correction: string }

const nothing: Values = { title: '', category: 'news', source: '', isPinned: false, correction: '' }

const schema = z.object({
  ...addAnnouncement.body.shape,
  correction: correctAnnouncement.body.shape.correction,
})

const valuesOf = ({ title, category, source, isPinned }: EditedAnnouncement): Values => ({
  ...{ title, category, source, isPinned, correction: '' },
})

/** Somebody else was quicker: what was typed here stays until its writer has seen what is there now. */
const Overtaken = ({ onReload }: { onReload: () => void }) => (
  <>
    Somebody else has changed it in the meantime. Copy what you want to keep, then{' '}
    <LinkButton onClick={onReload}>load it again</LinkButton>.
  </>
)

type Proof = { password: string; inputCode: string }

/** A change of what everybody reads, until it is confirmed or given up. */
type Asking = {
  correct: (proof: Proof) => Promise<unknown>
  end: () => void
  fail: (failure: unknown) => void
}

/** What can be mended where it is typed is said here; all else concerns the text, and is said beside it. */
const concernsProof = (failure: unknown) =>
  failure instanceof CallError && ['PasswordIncorrect', 'TwoFactorCodeIncorrect', 'TooManyTries'].includes(failure.name)

const ConfirmDialog = ({ title, asking }: { title: string; asking: Asking }) => (
  <DecisionDialog
    title={`Change: ${title}`}
    button="Change it for everybody"
    takesReason={false}
    takesProof
    send={async ({ password, inputCode }) => {
      try {
        await asking.correct({ password, inputCode })
        asking.end()
      } catch (failure) {
        if (concernsProof(failure)) throw failure
        asking.fail(failure)
      }
    }}
    onClose={asking.end}
  >
    <FormText>Everybody reads this text, or will from its time on.</FormText>
  </DecisionDialog>
)

const useEditor = (announcement: EditedAnnouncement | null) => {
  const add = useAdd()
  const change = useChange(announcement?.id ?? '')
  const correct = useCorrect(announcement?.id ?? '')
  const [asking, setAsking] = useState<Asking | null>(null)
  const navigate = useNavigate()
  const contract = useContractForm<Values>({
    schema,
    initialValues: announcement ? valuesOf(announcement) : nothing,
  })
  const { form } = contract
  const send = async ({ correction, ...written }: Values) => {
    if (announcement) {
      const body = { ...written, version: announcement.version }
      if (announcement.state === 'draft') return void (await change.mutateAsync(body))
      const more = correction.trim() !== '' && { correction }
      return new Promise<void>((end, fail) =>
        setAsking({ correct: (proof) => correct.mutateAsync({ ...body, ...more, ...proof }), end, fail }),
      ).finally(() => setAsking(null))
    }
    const { id } = await add.mutateAsync(written)
    navigate(editorAddress(id), { replace: true })
  }
  const append = (markdown: string) => {
    const before = form.values.source.trimEnd()
    form.setFieldValue('source', before === '' ? markdown : `${before}\n\n${markdown}`)
  }
  return { ...contract, send, append, asking }
}

const hint =
  '## Heading, **bold**, *emphasis*, - list, 1. list, > quote, [words](https://…). Links lead to https, mailto or a page of ours.'

/**
 * Where operators write one, with what becomes of it beside it. `children` is what can be done with what was saved: it is
 * told whether something is not saved yet.
 */
export const Editor = ({
  announcement,
  onReload,
  children,
}: {
  announcement: EditedAnnouncement | null
  onReload: () => void
  children?: (isUnsaved: boolean) => ReactNode
}) => {
  const { form, field, onSubmit, problem, isSending, send, append, asking } = useEditor(announcement)
  const [pictureProblem, setPictureProblem] = useState<Error | null>(null)
  const isPublished = announcement?.state === 'published'
  const isOvertaken = problem instanceof CallError && problem.name === 'StateChanged'
  return (
    <div className={classes.columns}>
      <Card className={classes.card}>
        <Form onSubmit={onSubmit(send)}>
          <TextInput label="Title" size="md" maxLength={announcementLimits.title} {...field('title')} />
          <NativeSelect label="Category" size="md" data={categoryChoices} {...field('category')} />
          <Textarea
            label="Text"
            description={hint}
            size="md"
            rows={14}
            maxLength={announcementLimits.source}
            {...field('source')}
          />
          <PictureButton onAdded={append} onProblem={setPictureProblem} />
          <FormProblem failure={pictureProblem} />
          <Checkbox label="Pinned: stands above all others" size="md" {...field('isPinned', 'checkbox')} />
          {isPublished && (
            <TextInput
              label="What is corrected"
              description="Stands below the text with today’s date. The first date stays. Not needed to pin it."
              size="md"
              maxLength={announcementLimits.correction}
              {...field('correction')}
            />
          )}
          <FormProblem failure={problem}>{isOvertaken && <Overtaken onReload={onReload} />}</FormProblem>
          <div>
            <Button type="submit" loading={isSending} variant={isPublished || !announcement ? 'filled' : 'default'}>
              {isPublished ? 'Save the correction' : 'Save'}
            </Button>
          </div>
          {!announcement && <FormText isQuiet>It is saved as a draft. You publish it afterwards.</FormText>}
        </Form>
        {announcement && asking && <ConfirmDialog title={announcement.title} asking={asking} />}
      </Card>
      <div className={classes.column}>
        {children?.(form.isDirty())}
        <Preview source={form.values.source} kept={announcement} />
      </div>
    </div>
  )
}
