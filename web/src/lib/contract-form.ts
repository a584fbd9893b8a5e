import type { ErrorName } from '@ingot/endpoints/errors'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from './call-error.ts'

type Values = Record<string, unknown>
type Errors = Record<string, string>

const serverErrors = z.object({
  errors: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })),
})

type Problem = { path: readonly PropertyKey[]; message: string }

/** The first sentence about each field. */
const firstPerField = (problems: readonly Problem[]): Errors => {
  const errors: Errors = {}
  for (const { path, message } of problems) errors[path.join('.')] ??= message
  return errors
}

/** The fields that a refusal of the server is about. */
export const fieldsNamedIn = (failure: unknown): string[] => {
  const said = serverErrors.safeParse(failure instanceof CallError ? failure.details : undefined)
  return said.success ? Object.keys(firstPerField(said.data.errors)) : []
}

const problemsOf = (schema: z.ZodMiniType, values: Values): Errors => {
  const result = schema.safeParse(values)
  return result.success ? {} : firstPerField(result.error.issues)
}

type FieldName<V extends Values> = (keyof V & string) | `${keyof V & string}.${string}`

/**
 * A form that is checked by the contract's own schema before it is sent, and that shows what the server says where it
 * belongs: at its field, or else as `problem`. The first wrong field gets focus; the order is that of `initialValues`.
 */
export const useContractForm = <V extends Values>({
  schema,
  initialValues,
  fieldOf = {},
  onChange,
}: {
  schema: z.ZodMiniType
  initialValues: V
  /** Hears of every change, for what keeps the values elsewhere too. */
  onChange?: (values: V) => void
  /** The field that a refusal by this name is about. */
  fieldOf?: Partial<Record<ErrorName, keyof V & string>>
}) => {
  const form = useForm<V>({
    mode: 'controlled',
    initialValues,
    validate: (values) => problemsOf(schema, values),
    ...(onChange ? { onValuesChange: onChange } : {}),
  })
  const [problem, setProblem] = useState<CallError | null>(null)
  const fields = Object.keys(initialValues)

  const focus = (field: string) => form.getInputNode<HTMLElement, never>(field as never)?.focus()

  /** A field may have fields of its own, which are named after it: `people.0.share`. */
  const placesIn = (errors: Record<string, unknown>) => {
    const named = Object.keys(errors).filter((name) => errors[name] !== undefined)
    return fields.flatMap((field) => named.filter((name) => name === field || name.startsWith(`${field}.`)))
  }

  const focusFirst = (errors: Record<string, unknown>) => {
    const [first] = placesIn(errors)
    if (first !== undefined) focus(first)
  }

  const place = (failure: CallError) => {
    const said = serverErrors.safeParse(failure.details)
    const listed = said.success ? firstPerField(said.data.errors) : {}
    const field = fieldOf[failure.name as ErrorName]
    const errors = field === undefined ? listed : { ...listed, [field]: failure.message }
    if (placesIn(errors).length === 0) return setProblem(failure)
    form.setErrors(errors)
    focusFirst(errors)
  }

  const onSubmit = (send: (values: V) => Promise<unknown>) =>
    form.onSubmit(async (values) => {
      setProblem(null)
      try {
        await send(values)
      } catch (failure) {
        if (!(failure instanceof CallError)) throw failure
        place(failure)
      }
    }, focusFirst)

  /** What an input needs to belong to the form. */
  const field = (name: FieldName<V>, type: 'input' | 'checkbox' = 'input') =>
    form.getInputProps(name as never, { type })

  return { form, field, focus, onSubmit, problem, isSending: form.submitting }
}
