import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import {
  addMaterial,
  type BannerSize,
  bannerSizes,
  type ManagedMaterial,
  type MaterialKind,
  materialKinds,
  textLimits,
} from '@ingot/endpoints/materials'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { kindWords, sizeLabel } from './material-words.ts'
import classes from './materials.module.css'
import { useAddMaterial, useChangeMaterial } from './queries.ts'

const kinds = materialKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))

/** A place is typed as digits. */
const typed = z.object({
  ...addMaterial.body.shape,
  place: z.string().check(z.regex(/^\d{1,3}$/, 'Please enter a whole number up to 999.')),
})

type Values = {
  kind: MaterialKind
  title: string
  headline: string
  text: string
  sizes: BannerSize[]
  place: string
}

const nothing: Values = { kind: 'banner', title: '', headline: '', text: '', sizes: [...bannerSizes], place: '50' }

const valuesOf = ({ kind, title, headline, text, sizes, place }: ManagedMaterial): Values => ({
  ...{ kind, title, headline, text, sizes, place: String(place) },
})

const SizesField = ({
  value,
  error,
  onChange,
}: {
  value: BannerSize[]
  error: unknown
  onChange: (to: string[]) => void
}) => (
  <Checkbox.Group label="Sizes" size="md" value={value} error={error as string} onChange={onChange}>
    <div className={classes.choices}>
      {bannerSizes.map((size) => (
        <Checkbox key={size} value={size} label={sizeLabel(size)} />
      ))}
    </div>
  </Checkbox.Group>
)

type Props = {
  /** The one that is changed; without it, another one is added. */
  material?: ManagedMaterial
  onClose: () => void
}

const MaterialForm = ({ material, onClose }: Props) => {
  const add = useAddMaterial()
  const change = useChangeMaterial(material?.id ?? '')
  const { form, field, onSubmit, problem, isSending } = useContractForm<Values>({
    schema: typed,
    initialValues: material ? valuesOf(material) : nothing,
  })
  const { kind } = form.values
  const send = async (values: Values) => {
    const { kind: made, ...written } = {
      ...values,
      place: Number(values.place),
      headline: kind === 'message' ? '' : values.headline,
      sizes: kind === 'banner' ? values.sizes : [],
    }
    if (material) await change.mutateAsync({ ...written, version: material.version })
    else await add.mutateAsync({ ...written, kind: made })
    onClose()
  }
  return (
    <Form onSubmit={onSubmit(send)}>
      {!material && (
        <Labelled
          label="What it is"
          choices={kinds}
          value={kind}
          onChange={(chosen) => form.setFieldValue('kind', chosen)}
        />
      )}
      <TextInput
        label="Title"
        description="What the list calls it."
        size="md"
        maxLength={60}
        data-autofocus
        {...field('title')}
      />
      {kind !== 'message' && (
        <TextInput label={kind === 'mail' ? 'Subject' : 'Headline'} size="md" maxLength={60} {...field('headline')} />
      )}
      <Textarea label="Text" size="md" rows={kind === 'mail' ? 8 : 3} maxLength={textLimits[kind]} {...field('text')} />
      {kind === 'banner' && (
        <SizesField
          value={form.values.sizes}
          error={form.errors.sizes}
          onChange={(sizes) => form.setFieldValue('sizes', sizes as BannerSize[])}
        />
      )}
      <TextInput
        label="Place"
        description="Lower numbers come first."
        size="md"
        inputMode="numeric"
        {...field('place')}
      />
      <FormProblem failure={problem} />
      <FormActions onCancel={onClose}>
        <Button type="submit" loading={isSending}>
          {material ? 'Save' : 'Add'}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Where operators write a material. Link, QR code and the line about risks are not theirs to write. */
export const MaterialDialog = (props: Props) => {
  const id = useId()
  return (
    <Dialog title={id} className={classes.dialog} closesBeside={false} onClose={props.onClose}>
      <div className={classes.inside}>
        <DialogHeader id={id} onClose={props.onClose}>
          {props.material ? `Change: ${props.material.title}` : 'Add a material'}
        </DialogHeader>
        <FormText isQuiet>
          Each customer’s own link and QR code and the line about risks are added. Links, contacts and figures of
          returns are refused.
        </FormText>
        <MaterialForm {...props} />
      </div>
    </Dialog>
  )
}
