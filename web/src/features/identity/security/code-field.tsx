import '@mantine/core/styles/Input.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './code-field.module.css'

/** One field rather than six boxes: apps and keyboards fill and paste codes into one, also as "123 456". */
export const CodeField = ({
  onChange,
  ...others
}: Omit<TextInputProps, 'onChange'> & { onChange: (value: string) => void }) => (
  <TextInput
    classNames={{ input: classes.input ?? '' }}
    label="2FA code"
    size="md"
    inputMode="numeric"
    autoComplete="one-time-code"
    autoCorrect="off"
    spellCheck={false}
    {...others}
    onChange={(event) => onChange(event.currentTarget.value.replaceAll(/[\s-]/g, ''))}
  />
)
