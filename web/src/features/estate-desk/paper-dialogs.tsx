import '@mantine/core/styles/Input.css'
import type { EstateDetails, EstateFile } from '@ingot/endpoints/estate-desk'
import { type EstateFileKind, estateFileKinds } from '@ingot/endpoints/estate-fields'
import { uploadLimit } from '@ingot/endpoints/uploads'
import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { sizeWords } from '../../lib/size-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import classes from './estate-desk.module.css'
import { kindWords, nameOf } from './estate-words.ts'
import { useAcceptPaper, useAddPaper } from './queries.ts'

type Values = { kind: EstateFileKind; beneficiary: string; file: string }

const kinds = estateFileKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))

const typed = z.object({ kind: z.enum(estateFileKinds), beneficiary: z.string() }).check(
  z.refine(({ kind, beneficiary }) => kind !== 'identity' || beneficiary !== '', {
    error: 'Please say whose it is.',
    path: ['beneficiary'],
  }),
)

/** What a paper is called to the server: whose it is counts only where it says who somebody is. */
const saidOf = ({ kind, beneficiary }: Values) => ({
  kind,
  ...(kind === 'identity' && beneficiary !== '' && { beneficiary }),
})

type Field = (name: 'kind' | 'beneficiary') => object

const WhatFields = ({ estate, kind, field }: { estate: EstateDetails; kind: EstateFileKind; field: Field }) => (
  <>
    <NativeSelect label="What it is" data={kinds} size="md" data-autofocus {...field('kind')} />
    {kind === 'identity' && (
      <NativeSelect
        label="Whose it is"
        size="md"
        data={[
          { value: '', label: 'Please choose' },
          ...estate.beneficiaries.map((person) => ({ value: person.id, label: nameOf(person) })),
        ]}
        {...field('beneficiary')}
      />
    )}
  </>
)

const PaperDialog = ({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) => {
  const id = useId()
  return (
    <Dialog title={id} className={classes.dialog} closesBeside={false} onClose={onClose}>
      <div className={classes.content}>
        <DialogHeader id={id} onClose={onClose}>
          {title}
        </DialogHeader>
        {children}
      </div>
    </Dialog>
  )
}

/** Says that a paper is what it says it is, and whose. */
export const AcceptDialog = ({
  estate,
  file,
  onClose,
}: {
  estate: EstateDetails
  file: EstateFile
  onClose: () => void
}) => {
  const accept = useAcceptPaper(estate.id, file.id)
  const { form, field, onSubmit, problem, isSending } = useContractForm<Values>({
    schema: typed,
    initialValues: { kind: file.kind, beneficiary: file.beneficiary ?? '', file: '' },
  })
  return (
    <PaperDialog title={`Accept ${file.name}`} onClose={onClose}>
      <FormText>You have looked at it, and it is what it says it is. Your name stands beside it.</FormText>
      <Form
        onSubmit={onSubmit(async (values) => {
          await accept.mutateAsync({ accepted: true, ...saidOf(values) })
          onClose()
        })}
      >
        <WhatFields estate={estate} kind={form.values.kind} field={field} />
        <FormProblem failure={problem} />
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={isSending}>
            Accept
          </Button>
        </FormActions>
      </Form>
    </PaperDialog>
  )
}

const note = `Or drop it here: PDF, JPEG, PNG or WebP, at most ${sizeWords(uploadLimit)}.`

const problemOf = (file: File | null): string | undefined => {
  if (!file) return 'Please choose a file.'
  if (file.size === 0) return 'This file is empty.'
  return file.size > uploadLimit ? `This file is too large: at most ${sizeWords(uploadLimit)}.` : undefined
}

/** Adds a paper that came by post or at the counter. */
export const AddDialog = ({ estate, onClose }: { estate: EstateDetails; onClose: () => void }) => {
  const add = useAddPaper(estate.id)
  const [file, setFile] = useState<File | null>(null)
  const named = z.string().check(z.refine(() => problemOf(file) === undefined, { error: () => problemOf(file) }))
  const { form, field, onSubmit, problem, isSending } = useContractForm<Values>({
    // The form knows the file by its name; a field of a form is a text.
    schema: z.intersection(typed, z.object({ file: named })),
    initialValues: { kind: 'death-certificate', beneficiary: '', file: '' },
  })
  const { error, onChange, value: _name, ...marks } = field('file')
  return (
    <PaperDialog title="Add a paper" onClose={onClose}>
      <FormText isQuiet>What came by post or at the counter. It is scanned, and kept encrypted.</FormText>
      <Form
        onSubmit={onSubmit(async (values) => {
          await add.mutateAsync({ ...saidOf(values), file: file as File })
          onClose()
        })}
      >
        <WhatFields estate={estate} kind={form.values.kind} field={field} />
        <DropArea
          button={file ? 'Choose another file' : 'Choose a file'}
          label="Paper"
          note={file ? `${file.name}, ${sizeWords(file.size)}` : note}
          accept="application/pdf,image/jpeg,image/png,image/webp"
          error={error ?? ''}
          marks={marks}
          onFiles={([chosen]) => {
            if (!chosen) return
            setFile(chosen)
            onChange(chosen.name)
          }}
        />
        <FormProblem failure={problem} />
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={isSending}>
            Add
          </Button>
        </FormActions>
      </Form>
    </PaperDialog>
  )
}
