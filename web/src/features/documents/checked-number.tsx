import { checkDocumentNumber } from '@ingot/endpoints/documents'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAddressFields } from '../../lib/address-fields.ts'
import { documentStateWords } from '../../lib/document-words.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import classes from './verify.module.css'
import { useDocumentState } from './verify-queries.ts'

const isNumber = (text: string) => checkDocumentNumber.query.safeParse({ number: text }).success

const meanings = {
  valid: 'We have issued a document with this number, and it is valid.',
  superseded: 'We have issued a document with this number. A newer one has taken its place since.',
  reversed: 'We have issued a document with this number. What it is about was reversed since.',
} as const

const Found = ({ number }: { number: string }) => {
  const { data, error, isLoading } = useDocumentState({ number })
  if (isLoading) return <p role="status">Asking…</p>
  if (error) return <FormProblem failure={error} />
  return (
    <div role="status">
      <p className={classes.verdict} data-good={data?.state === 'valid' || undefined}>
        {number}: {data ? documentStateWords[data.state] : 'Not known'}
      </p>
      <p className={classes.text}>{data ? meanings[data.state] : 'We have issued no document with this number.'}</p>
      {data && (
        <p className={classes.quiet}>Whether what you have before you is that document, only its file can show.</p>
      )}
    </div>
  )
}

/** By its number alone, from the QR code or typed, nobody learns more than what became of a document. */
export const CheckedNumber = () => {
  const [{ number }, setFields] = useAddressFields({ number: '' })
  const [typed, setTyped] = useState(number)
  const [problem, setProblem] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const meant = typed.trim().toUpperCase()
    setTyped(meant)
    setProblem(isNumber(meant) ? '' : 'Please check the number. It looks like AS-2026-000123.')
    if (isNumber(meant)) setFields({ number: meant })
  }
  return (
    <Card as="section" aria-labelledby="by-number" className={classes.box}>
      <h2 id="by-number" className={classes.title}>
        By its number
      </h2>
      <Form onSubmit={submit}>
        <TextInput
          label="Number"
          description="It stands on each page of the document."
          size="md"
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" size="md" variant="default">
          Check the number
        </Button>
      </Form>
      {isNumber(number) && <Found number={number} />}
    </Card>
  )
}
