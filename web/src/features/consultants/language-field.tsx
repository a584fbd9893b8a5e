import '@mantine/core/styles/Input.css'
import { languageCodes, mostLanguages } from '@ingot/endpoints/consultant-fields'
import { Button, NativeSelect } from '@mantine/core'
import { languageWords } from './consultant-words.ts'
import classes from './consultants.module.css'

type Code = (typeof languageCodes)[number]

const sorted = languageCodes
  .map((value) => ({ value: value as string, label: languageWords(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

/** Languages that were chosen, each of which can be taken away, and the next one. */
export const LanguageField = ({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly Code[]
  error: string | undefined
  onChange: (chosen: Code[]) => void
}) => {
  const left = sorted.filter(({ value }) => !chosen.some((code) => code === value))
  const add = (value: string) => {
    const code = languageCodes.find((each) => each === value)
    if (code) onChange([...chosen, code])
  }
  return (
    <div>
      <NativeSelect
        label="Languages"
        description={`Those in which people may write to you, at most ${mostLanguages}.`}
        size="md"
        data={[{ value: '', label: 'Add a language' }, ...left]}
        value=""
        error={error}
        disabled={chosen.length >= mostLanguages}
        onChange={({ currentTarget }) => add(currentTarget.value)}
      />
      {chosen.length > 0 && (
        <ul className={classes.chosen} aria-label="Chosen languages">
          {chosen.map((code) => (
            <li key={code}>
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove ${languageWords(code)}`}
                onClick={() => onChange(chosen.filter((each) => each !== code))}
              >
                {languageWords(code)} ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
