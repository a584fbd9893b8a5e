import '@mantine/core/styles/PasswordInput.css'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password that can be looked at while it is typed, and pasted. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    size="md"
    spellCheck={false}
    autoCapitalize="off"
    // One name for both states: that it is pressed is told beside it.
    visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
    {...props}
  />
)
