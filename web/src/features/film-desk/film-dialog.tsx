import '@mantine/core/styles/Input.css'
import { pictureLimit } from '@ingot/endpoints/account'
import { filmLimits, writtenFilm } from '@ingot/endpoints/films'
import { proof } from '@ingot/endpoints/operator-fields'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { ProofFields } from '../../ui/proof-fields.tsx'
import classes from './film-desk.module.css'
import { useAddFilm } from './queries.ts'

const megabyte = 1024 * 1024

const fileOf = (missing: string, most: number, large: string) =>
  z.instanceof(Blob, { error: missing }).check(z.refine((file) => file.size <= most, large))

const schema = z.object({
  ...writtenFilm,
  film: fileOf('Please choose a film.', filmLimits.bytes, 'Please choose a film of at most 20 MB.'),
  captions: fileOf('Please choose its captions.', filmLimits.captionBytes, 'Please choose captions of at most 256 kB.'),
  poster: fileOf('Please choose a picture.', pictureLimit, 'Please choose a picture of at most 5 MB.'),
  ...proof,
})

type Values = {
  title: string
  about: string
  film: File | null
  captions: File | null
  poster: File | null
  chapters: string
  password: string
  inputCode: string
}

const nothing: Values = {
  ...{ title: '', about: '', film: null, captions: null, poster: null, chapters: '' },
  ...{ password: '', inputCode: '' },
}

const files = [
  {
    name: 'film',
    what: 'a film',
    accept: 'video/webm,video/mp4',
    note: `WebM or MP4, up to ${filmLimits.bytes / megabyte} MB.`,
  },
  { name: 'captions', what: 'captions', accept: '.vtt,text/vtt', note: 'All that is said or shown, as WebVTT (.vtt).' },
  {
    name: 'poster',
    what: 'a picture',
    accept: 'image/jpeg,image/png,image/webp',
    note: 'Stands there until the film plays.',
  },
] as const

const FilmForm = ({ onClose }: { onClose: () => void }) => {
  const add = useAddFilm()
  const { form, field, onSubmit, problem, isSending } = useContractForm<Values>({
    schema,
    initialValues: nothing,
    fieldOf: {
      ...{ PictureRefused: 'poster', UploadInfected: 'film' },
      ...{ PasswordIncorrect: 'password', TwoFactorCodeIncorrect: 'inputCode' },
    },
  })
  const send = async ({ film, captions, poster, ...written }: Values) => {
    if (film && captions && poster) await add.mutateAsync({ ...written, film, captions, poster })
    onClose()
  }
  return (
    <Form onSubmit={onSubmit(send)}>
      <TextInput label="Title" size="md" maxLength={filmLimits.title} data-autofocus {...field('title')} />
      <TextInput label="What it shows" size="md" maxLength={filmLimits.about} {...field('about')} />
      {files.map(({ name, what, accept, note }) => (
        <DropArea
          key={name}
          button={`Choose ${what}`}
          label={`File for ${what}`}
          note={form.values[name]?.name ?? note}
          accept={accept}
          error={form.errors[name]}
          marks={{ 'data-path': form.key(name) }}
          onFiles={([file]) => file && form.setFieldValue(name, file as never)}
        />
      ))}
      <Textarea
        label="Chapters"
        description="One on each line: when it begins, and its name, such as 1:05 Log in. May be left empty."
        size="md"
        rows={4}
        maxLength={filmLimits.chapters}
        {...field('chapters')}
      />
      <ProofFields
        password={field('password')}
        inputCode={field('inputCode')}
        onCode={(code) => form.setFieldValue('inputCode', code)}
      />
      <FormProblem failure={problem} />
      <FormActions onCancel={onClose}>
        <Button type="submit" loading={isSending}>
          Add
        </Button>
      </FormActions>
    </Form>
  )
}

/** Where operators add a film with all that belongs to it. */
export const FilmDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  return (
    <Dialog title={id} className={classes.dialog} closesBeside={false} onClose={onClose}>
      <div className={classes.inside}>
        <DialogHeader id={id} onClose={onClose}>
          Add a video
        </DialogHeader>
        <FormText isQuiet>Customers see it at once, after those that the portal comes with.</FormText>
        <FilmForm onClose={onClose} />
      </div>
    </Dialog>
  )
}
